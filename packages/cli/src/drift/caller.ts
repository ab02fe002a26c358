import { setTimeout } from 'node:timers/promises';
import { createPlatform, isPlatformError, type PlatformOptions, type ResponseInfo } from '@platform-sdk/core';
import { createClient, membersOf, secretsOf } from '@platform-sdk/core/internal';
import type { AnyOperation } from '@platform-sdk/core/contract';
import { allOperations, type NamedOperation } from '../catalogue.ts';
import { isTooDeep } from './json-type.ts';

/** A response. It is discarded after the comparison, because reports contain no values. */
export interface Sample {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, the combined events of a stream, or the result of a job. Any other body is a string. */
  readonly document: unknown;
}

/** The failure of a call without a response, or with a response that is nested too deeply. */
export interface NoResponse {
  /** The kind of the error, such as `network`, or else `unexpected` or `too deep`. */
  readonly failed: string;
  /** The field that the client rejected before it sent the call. */
  readonly field?: string | undefined;
}

export type Input = Readonly<Record<string, unknown>>;

/** Sends one operation and returns the response, with any status and format. */
export type Call = (named: NamedOperation, input: Input, how?: CallChoices) => Promise<Sample | NoResponse>;

/** The settings of a single call. */
export interface CallChoices {
  /** The credentials and URLs of the call. Default: the options of the run. */
  readonly options?: PlatformOptions;
  /** Sends any input, including unknown names and values that the contract forbids. Default: false. */
  readonly anyInput?: boolean;
  /** Names that replace the contract's names. Default: none. */
  readonly renames?: Readonly<Record<string, string>>;
  /** Sends the call even after the run was stopped. Default: false. */
  readonly evenIfAborted?: boolean;
}

/** The client does not retry calls, because a run must not hide a failure. `createCall` repeats a call only after 429. */
const CALL_OPTIONS = { retry: false, timeoutMs: 30_000, forceRefresh: true } as const;

export const isSample = (result: Sample | NoResponse): result is Sample => 'status' in result;

/**
 * Creates the function that sends operations. `optionsOf` returns the current URLs and credentials. Every sent or received credential is
 * added to `secrets`. If the first call to a service times out, the service is not called again: the run would otherwise take hours.
 */
export const createCall = (optionsOf: () => PlatformOptions, signal: AbortSignal, secrets: Set<string> = new Set()): Call => {
  const responded = new Map<string, boolean>();

  return async (named, input, how = {}) => {
    const { base } = named;
    if (responded.get(base) === false) return TIMED_OUT;
    const choices = { options: optionsOf(), ...how };
    for (const secret of secretsIn(choices.options)) secrets.add(secret);
    const send = async (): Promise<Sample | NoResponse> => {
      const result = await sendOnce(named, input, choices, signal);
      if (isSample(result)) for (const secret of receivedSecrets(result.document)) secrets.add(secret);
      return result;
    };
    const first = await send();
    if (isSample(first)) responded.set(base, true);
    else if (first.failed === TIMED_OUT.failed && !responded.has(base)) responded.set(base, false);
    const waitMs = isSample(first) ? quotaPause(first) : undefined;
    if (waitMs === undefined) return first;
    await setTimeout(waitMs, undefined, { signal }).catch(() => undefined);
    return signal.aborted ? first : send();
  };
};

/** Returns the credentials in the options. Functions that return credentials are ignored. */
const secretsIn = ({ apiKey, accessToken, tokens, projectKeys, agent, adminAccess }: PlatformOptions): string[] =>
  secretsOf({ secret: { apiKey, accessToken, adminAccess, tokens, projectKeys, agent } });

const SECRET_NAME = /token|secret|passw|api_?key/i;
/** The minimum length of a credential. Shorter strings, such as the token type `Bearer`, are not credentials. */
const MIN_CREDENTIAL = 12;

/** Returns the credentials in a response. Servers can use them as field names, which reports contain. */
const receivedSecrets = (value: unknown, name = ''): string[] => {
  if (typeof value === 'string') return SECRET_NAME.test(name) && value.length >= MIN_CREDENTIAL ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => receivedSecrets(item, name));
  return Object.entries(membersOf(value)).flatMap(([key, inner]) => receivedSecrets(inner, key));
};

const TIMED_OUT: NoResponse = { failed: 'timeout' };

const MAX_PAUSE_MS = 60_000;

/** Returns the pause after 429 in milliseconds, up to a minute. Undefined for other statuses and without a valid `Retry-After`. */
const quotaPause = ({ status, headers }: Sample): number | undefined => {
  const after = headers.get('retry-after');
  const pauseMs = after === null ? Number.NaN : Number(after) * 1000;
  return status === 429 && pauseMs >= 0 && pauseMs <= MAX_PAUSE_MS ? pauseMs : undefined;
};

const sendOnce = async (
  named: NamedOperation,
  input: Input,
  { options, anyInput = false, renames, evenIfAborted = false }: CallChoices & { readonly options: PlatformOptions },
  signal: AbortSignal,
): Promise<Sample | NoResponse> => {
  const { name, service, base, operation } = named;
  const platform = createPlatform({ logger: false, ...options, validation: 'off', ...(renames && { wireNames: { [name]: renames } }) });
  const keys = name.split('.').slice(1);
  const client = createClient({ name: service, base }, nested(keys, plainOperation(operation, anyInput)), platform);
  const method = keys.reduce<unknown>((place, key) => (place as Record<string, unknown>)[key], client);
  let response: ResponseInfo | undefined;
  try {
    const onResponse = (info: ResponseInfo): void => void (response = info);
    await (method as Method)(input, { ...CALL_OPTIONS, ...(!evenIfAborted && { signal }), onResponse });
  } catch (error) {
    if (!response) return isPlatformError(error) ? { failed: error.kind, field: error.field } : { failed: 'unexpected' };
  } finally {
    platform.dispose();
  }
  if (!response) return { failed: 'unexpected' };
  const document = resultIn(response.document, readerOf(named));
  return isTooDeep(document) ? { failed: 'too deep' } : { status: response.status, headers: response.headers, document };
};

/** The delimiter between the log of a job and its result. */
const DELIMITER = '__JSON__';

/** Returns the result after the log of a job, or the combined events of a stream. Returns any other document unchanged. */
const resultIn = (document: unknown, readText: ReadText | undefined): unknown => {
  if (typeof document !== 'string') return document;
  try {
    if (EVENTS.test(document) && readText) return readText(document, (event) => event);
    if (document.includes(DELIMITER)) return JSON.parse(document.slice(document.lastIndexOf(DELIMITER) + DELIMITER.length)) as unknown;
  } catch {
    // A truncated stream, or a stream with unknown events, stays a string. The comparison then reports a wrong type.
  }
  return document;
};

/** Matches the first line of an event stream. */
const EVENTS = /^(?:data|event|id|retry|):/;

type ReadText = NonNullable<AnyOperation['output']['readText']>;

/** Returns the function that combines the events of a stream: the operation's own function, or that of its service's `chat`. */
const readerOf = ({ service, operation }: NamedOperation): ReadText | undefined =>
  operation.output.readText ?? allOperations().find(({ name }) => name === `${service}.chat`)?.operation.output.readText;

type Method = (input: Input, options: object) => Promise<unknown>;

const nested = (keys: readonly string[], operation: AnyOperation): object =>
  keys.reduceRight<object>((inner, key) => ({ [key]: inner }), operation);

const ANY_INPUT = { type: 'object', values: { type: 'any', optional: true } } as const;

/** Returns an operation with the same request, whose response is returned unchanged: without checks, caching, streams and pages. */
const plainOperation = (operation: AnyOperation, anyInput: boolean): AnyOperation => {
  const { method, path, base, credentials, authenticate, accept, query, body, encode, redirects, generates, input } = operation;
  const optional = { base, authenticate, accept, query, body, encode, redirects, generates };
  return {
    method,
    path,
    credentials,
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as Partial<AnyOperation>),
    input: anyInput ? ANY_INPUT : input,
    output: { type: 'any', optional: true },
    retry: 'single-attempt',
    refreshOn401: false,
  };
};
