import { operationsOf, type PlatformError } from '@platform-sdk/core';
import { inputError, isOutdated, outdatedPaths } from '@platform-sdk/core/internal';
import type { Key, QueryClientLike } from './query-client.ts';
import type { InputOf, Method } from './methods.ts';
import { queriesOf } from './query-key.ts';

/** The input of a mutation, which is optional in `mutate()` if the method needs none. */
type Variables<Of extends Method> = undefined extends Parameters<Of>[0] ? InputOf<Of> | void : InputOf<Of>;

type Final<Output> = Output extends { final(): Promise<infer Result> } | { result(): Promise<infer Result> } ? Result : Awaited<Output>;

/** The part of a mutation's context that this package uses. */
interface MutationContext {
  readonly client: QueryClientLike;
}

/** Options of a mutation, for any adapter of TanStack Query. */
export interface MutationSettings<Input, Data> {
  readonly mutationKey: readonly [operation: string];
  readonly mutationFn: (input: Input) => Promise<Data>;
  readonly retry: false | ((failureCount: number, error: PlatformError) => boolean);
  /** Offline, a write fails immediately. A paused write would be sent for the next user, and persisters would store its input. */
  readonly networkMode: 'always';
  /** Invalidates the queries that the contracts of the method's operations name. Resolves when the visible queries have been refetched. */
  readonly onSuccess: (data: Data, input: Input, onMutateResult: unknown, context: MutationContext) => Promise<void>;
  /** Invalidates the same queries after a failure, unless the failure shows that nothing changed. */
  readonly onError: (error: PlatformError, input: Input, onMutateResult: unknown, context: MutationContext) => Promise<void>;
}

/**
 * Creates the options of a mutation from a method of a client: `useMutation(mutation(organizations.update))`. A success invalidates the
 * queries that the operation's contract names, in `queryClient` or in the mutation's client. A stream or a job resolves with its result.
 * A method that combines operations, such as `organizations.invite`, invalidates the queries of all its operations.
 */
export const mutation = <Of extends Method>(
  method: Of,
  queryClient?: QueryClientLike,
): MutationSettings<Variables<Of>, Final<ReturnType<Of>>> => {
  const found = operationsOf(method);
  if (!found) throw inputError('method must be a method of a client', 'method');
  const { name, operations, platform } = found;
  /** Invalidates the queries of everything that the call may have changed. Resolves when the visible queries have been refetched. */
  const settle = (input: unknown, { client }: MutationContext): Promise<void> => {
    const outdated = operations.flatMap((operation) => outdatedPaths(operation, Object(input) as Record<string, unknown>));
    const isSelected = (key: Key): boolean => {
      // The key ends with the rest of the input and the credentials, which are not path segments.
      const segments = key.slice(2, -2).map((segment) => `/${encodeURIComponent(segment as string)}`);
      return outdated.some((path) => isOutdated(segments.join(''), path));
    };
    return (queryClient ?? client).invalidateQueries(queriesOf(platform, isSelected));
  };
  return {
    mutationKey: [name],
    mutationFn: async (input) => {
      const output = (await method(input as never)) as Final<ReturnType<Of>>;
      const { final, result = final } = Object(output) as { readonly final?: () => typeof output; readonly result?: typeof final };
      return typeof result === 'function' ? result() : output;
    },
    retry: false,
    networkMode: 'always',
    onSuccess: (_, input, __, context) => settle(input, context),
    // The service may have applied any request that it did not reject. If a method sends several requests, those before the rejected request were applied.
    onError: async (error, input, _, context) => {
      const { kind, outcome } = Object(error) as PlatformError;
      const isUnchanged = operations.length > 1 ? kind === 'invalid-input' : outcome === 'not-sent' || outcome === 'rejected';
      if (!isUnchanged) await settle(input, context);
    },
  };
};
