/// <reference lib="esnext.disposable" preserve="true" />
import { consoleWarnings, notify, type Logger } from '../diagnostics/logger.ts';
import type { BaseName } from '../operation/names.ts';
import { platformOptions, tokenSource, type PlatformOptions, type TokenSource } from '../operation/platform-options.ts';
import { refresh } from '../operation/session-contract.ts';
import { checkOptions, orNull } from '../schema/options.ts';
import { extended, string } from '../schema/schema.ts';
import { createSession, type Session } from '../session/session.ts';
import { toTokens } from '../session/tokens.ts';
import { asyncDisposeKey } from '../http/runtime.ts';
import type { Clock } from '../time/limits.ts';
import { createCache } from './cache.ts';
import { callOperation } from './call.ts';
import type { Context, Service } from './records.ts';
import { MAX_RETRY_AFTER_MS, createRetryBudget } from './send.ts';
import { createNaming } from './wire-naming.ts';

/** Base URLs, credentials and a session, shared by the clients of all services. */
export interface Platform {
  readonly session: Session;
  /** Removes the listeners of the session, closes its channels, and empties the cache. */
  dispose(): void;
  [Symbol.asyncDispose](): Promise<void>;
  /** @internal */
  readonly context: Context;
}

/** Options of a client without a platform: the platform's options, and the base URL of its service. */
export interface ServiceOptions extends PlatformOptions {
  /** The base URL of the service. This base URL replaces the service's entry in `baseUrls`. Default: that entry. */
  readonly baseUrl?: string;
}

const clientOptions = extended<PlatformOptions, ClientOptions>(platformOptions, { baseUrl: orNull(string), token: orNull(tokenSource) });

type ClientOptions = ServiceOptions & { readonly token?: TokenSource };

/** Creates the platform that clients share. Throws for an unknown option or an invalid value. If an option is missing, the calls that need it fail. */
export const createPlatform = (options: PlatformOptions = {}): Platform => {
  checkOptions('createPlatform', platformOptions, options);
  const clock: Clock = options.clock ?? { now: () => Date.now(), monotonic: () => performance.now() };
  const logger = options.logger ?? consoleWarnings();
  // A failing logger must not fail a call. The logger's own failures cannot be logged.
  const log: Logger | undefined = logger ? (event) => notify(() => logger(event)) : undefined;
  const operations = new Set<string>();
  const reported: Record<string, Set<string>> = {};
  const session = createSession({
    ...options.session,
    refresh: async (refresh_token) => {
      const service: Service = { name: 'auth', base: 'auth' };
      return toTokens(
        await callOperation({
          context,
          service,
          name: 'auth.refresh',
          operation: refresh,
          input: { refresh_token },
          // A refresh must end before another tab or process may take over its lock.
          options: { timeoutMs: 30_000 },
        }),
      );
    },
    clock,
    log,
    maxRetryAfterMs: options.retry?.maxRetryAfterMs ?? MAX_RETRY_AFTER_MS,
  });
  const context: Context = {
    options,
    bases: new Map(),
    operations,
    naming: options.wireNames && createNaming(options.wireNames, operations),
    calls: { count: 0 },
    session,
    clock,
    log,
    deprecated: new Set(),
    cache: createCache(clock),
    budget: createRetryBudget(),
    reportShape: (operation, field, message) => {
      const fields = (reported[operation] ??= new Set());
      // Field names may be data, such as the keys of a record, so at most a hundred differences of an operation are reported.
      if (fields.size < 100 && fields.size < fields.add(field).size) log?.({ type: 'invalid-response', operation, field, message });
    },
  };
  session.subscribe(({ type }) => type.startsWith('sign') && context.cache.clear());
  const dispose = (): void => {
    session.dispose();
    context.cache.clear();
  };
  const asyncDispose: typeof Symbol.asyncDispose = asyncDisposeKey();
  // The context is not enumerable: its options contain secrets, and applications may print a platform.
  return Object.defineProperty<Omit<Platform, 'context'>>({ session, dispose, [asyncDispose]: async () => dispose() }, 'context', {
    value: context,
  }) as Platform;
};

/** Returns a platform unchanged, or creates a platform for a single service, with its base URL and its token. */
export const toPlatform = (platformOrOptions: Platform | ClientOptions = {}, base: BaseName): Platform => {
  if ('context' in platformOrOptions) return platformOrOptions;
  checkOptions(`The ${base} client`, clientOptions, platformOrOptions);
  const { baseUrl, token, ...options } = platformOrOptions;
  return createPlatform({
    ...options,
    ...(baseUrl !== undefined && { baseUrls: { ...options.baseUrls, [base]: baseUrl } }),
    ...(token !== undefined && { tokens: { ...options.tokens, [base]: token } }),
  });
};
