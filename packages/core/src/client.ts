import { call, open, type Service } from './call.ts';
import type { CallOptions, Context, StreamOptions } from './context.ts';
import type { AnyOperation, Operation } from './operation.ts';
import type { Pages, Paging } from './pagination.ts';
import type { Platform } from './platform.ts';
import type { Opened } from './transport.ts';

/** An operation that answers page by page. It brings its own paging, so clients without one do not pay for it. */
export interface PagedOperation<in out In, in out Page, in out Item> extends Operation<In, Page> {
  readonly paging: Paging<In, Page, Item>;
}

/** An operation whose answer is read as it comes. It brings its own reader. */
export interface StreamOperation<in out In, in out Stream> extends Operation<In, unknown> {
  readonly stream: (open: (left?: AbortSignal) => Promise<Opened>, input: In, options: StreamOptions, name: string) => Stream;
}

type Arguments<In, Options = CallOptions> = {} extends In ? [input?: In, options?: Options] : [input: In, options?: Options];

type MethodOf<Of> =
  Of extends PagedOperation<infer In, infer Page, infer Item>
    ? (...args: Arguments<In>) => Pages<Item, Page>
    : Of extends StreamOperation<infer In, infer Stream>
      ? (...args: Arguments<In, StreamOptions>) => Stream
      : Of extends Operation<infer In, infer Out>
        ? (...args: Arguments<In>) => Promise<Out>
        : Client<Of>;

/** One method per operation of the contract, under the operation's own name; its modules nest. */
export type Client<Contract> = { readonly [Name in keyof Contract]: MethodOf<Contract[Name]> };

/** Makes a contract callable. */
export const createClient = <Contract extends object>(service: Service, contract: Contract, { context }: Platform): Client<Contract> =>
  methodsOf(context, service, service.name, contract) as Client<Contract>;

type AnyMember = AnyOperation | PagedOperation<unknown, unknown, unknown> | StreamOperation<unknown, unknown>;

const methodsOf = (context: Context, service: Service, prefix: string, contract: object): object =>
  Object.fromEntries(
    Object.entries(contract).map(([key, member]: [string, AnyMember]) => {
      const name = `${prefix}.${key}`;
      if (!('method' in member)) return [key, methodsOf(context, service, name, member)];
      const method = (input: unknown = {}, options: StreamOptions = {}): unknown => {
        const load = (page: unknown): Promise<unknown> => call(context, service, name, member, page, options);
        if ('paging' in member) return member.paging(load, input);
        if ('stream' in member)
          return member.stream((left) => open(context, service, name, member, input, options, left), input, options, name);
        return load(input);
      };
      return [key, method];
    }),
  );
