import type { AnyOperation, Operation, PagedOperation, StreamOperation } from '../operation/operation.ts';
import type { CallOptions, StreamOptions } from '../operation/options.ts';
import type { Pages } from '../operation/pagination.ts';
import { callOperation } from './call.ts';
import { type FAILURES, withOperation } from './operation-of.ts';
import type { Platform } from './platform.ts';
import type { Context, Service } from './records.ts';
import type { runStream } from './stream-call.ts';

/** The input of an operation without fields. Options are the second argument: `list({}, { signal })`. */
export type NoInput = Readonly<Record<string, never>>;

type Arguments<In, Options = CallOptions> = [keyof In] extends [never]
  ? [input?: NoInput, options?: Options]
  : {} extends In
    ? [input?: In, options?: Options]
    : [input: In, options?: Options];

/** The part of a method's type that contains the failures that its operation declares. `isErrorOf` uses this type. */
export type FailuresOf<Of> =
  Of extends Operation<infer _In, infer _Out, infer Failure>
    ? number extends Failure
      ? unknown
      : { readonly [FAILURES]?: Failure }
    : unknown;

type MethodOf<Of> =
  Of extends PagedOperation<infer In, infer Page, infer Item>
    ? ((...args: Arguments<In>) => Pages<Item, Page>) & FailuresOf<Of>
    : Of extends StreamOperation<infer In, infer Stream>
      ? ((...args: Arguments<In, StreamOptions>) => Stream) & FailuresOf<Of>
      : Of extends Operation<infer In, infer Out>
        ? ((...args: Arguments<In>) => Promise<Out>) & FailuresOf<Of>
        : Client<Of>;

/** A client has one method for each operation of its contract, with the operation's name. Modules of the contract are nested objects. */
export type Client<Contract> = { readonly [Name in keyof Contract]: MethodOf<Contract[Name]> };

export const createClient = <Contract extends object>(service: Service, contract: Contract, platform: Platform): Client<Contract> =>
  methodsOf(platform, service, service.name, contract) as Client<Contract>;

type AnyMember = AnyOperation | PagedOperation<unknown, unknown, unknown> | StreamOperation<unknown, unknown>;

const methodsOf = (platform: Platform, service: Service, prefix: string, contract: object): object =>
  Object.fromEntries(
    Object.entries(contract).map(([key, member]: [string, AnyMember]) => {
      const name = `${prefix}.${key}`;
      if (!('method' in member)) return [key, methodsOf(platform, service, name, member)];
      platform.context.operations.add(name);
      const run = runnerOf(platform.context, service, name, member);
      const method = (input?: unknown, options?: StreamOptions | null): unknown => run(input ?? {}, options ?? {});
      return [key, withOperation(method, { name, operation: member, base: member.base ?? service.base, platform })];
    }),
  );

type Run = (input: unknown, options: StreamOptions) => unknown;

/** Returns the function that runs an operation: once, page by page, or as a stream. */
const runnerOf = (context: Context, service: Service, name: string, operation: AnyMember): Run => {
  if ('paging' in operation)
    return (input, options) =>
      operation.paging(
        (page, checkAgainstInput) =>
          callOperation({ context, service, name, operation: { ...operation, checkAgainstInput }, input: page, options }),
        input,
      );
  if ('stream' in operation) {
    const run = operation.run as typeof runStream;
    return (input, options) => run({ context, service, name, operation, input, options });
  }
  return (input, options) => callOperation({ context, service, name, operation, input, options });
};
