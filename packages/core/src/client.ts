import { call, type Service } from './call.ts';
import type { CallOptions, Context } from './context.ts';
import type { AnyOperation, Operation } from './operation.ts';
import type { Pages, Paging } from './pagination.ts';
import type { Platform } from './platform.ts';

/** An operation that answers page by page. It brings its own paging, so clients without one do not pay for it. */
export interface PagedOperation<in out In, in out Page, in out Item> extends Operation<In, Page> {
  readonly paging: Paging<In, Page, Item>;
}

type Arguments<In> = {} extends In ? [input?: In, options?: CallOptions] : [input: In, options?: CallOptions];

type MethodOf<Of> =
  Of extends PagedOperation<infer In, infer Page, infer Item>
    ? (...args: Arguments<In>) => Pages<Item, Page>
    : Of extends Operation<infer In, infer Out>
      ? (...args: Arguments<In>) => Promise<Out>
      : Client<Of>;

/** One method per operation of the contract, under the operation's own name; its modules nest. */
export type Client<Contract> = { readonly [Name in keyof Contract]: MethodOf<Contract[Name]> };

/** Makes a contract callable. */
export const createClient = <Contract extends object>(service: Service, contract: Contract, { context }: Platform): Client<Contract> =>
  methodsOf(context, service, service.name, contract) as Client<Contract>;

const methodsOf = (context: Context, service: Service, prefix: string, contract: object): object =>
  Object.fromEntries(
    Object.entries(contract).map(([key, member]: [string, AnyOperation | PagedOperation<unknown, unknown, unknown>]) => {
      const name = `${prefix}.${key}`;
      if (!('method' in member)) return [key, methodsOf(context, service, name, member)];
      const run = (input: unknown, options: CallOptions): Promise<unknown> => call(context, service, name, member, input, options);
      return [
        key,
        (input: unknown = {}, options: CallOptions = {}) =>
          'paging' in member ? member.paging((page) => run(page, options), input) : run(input, options),
      ];
    }),
  );
