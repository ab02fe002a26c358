import { isPlatformError } from '@platform-sdk/core';
import type { LocalPlatform } from '../platform/local-platform.ts';
import type { PlatformInternals } from '../platform/internals.ts';
import { accountRecords } from '../world/accounts.ts';
import { sessionRecords } from '../world/sessions.ts';
import type { SweepProblem } from './invariant.ts';

const MAX_CAUSES = 10;

/** Returns an error, its causes, and the errors of an `AggregateError`: at most ten in total. */
const chainOf = (error: unknown): unknown[] => {
  const chain: unknown[] = [error];
  for (const next of chain) {
    const more: unknown[] = next instanceof AggregateError ? next.errors : [];
    const cause: unknown = (next as Error | null | undefined)?.cause;
    chain.push(...[cause, ...more].filter((each) => each !== undefined && each !== null).slice(0, MAX_CAUSES - chain.length));
    if (chain.length >= MAX_CAUSES) break;
  }
  return chain;
};

/** Converts any value to a string, even an object without `toString`. */
const textOf = (value: unknown): string => {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
};

export const messageOf = (error: unknown): string => textOf(error instanceof Error ? error.message : error);

/** Returns whether an error is a bug of the program. A `TypeError` with a cause is a failed connection of `fetch`, not a bug. */
const isProgrammingError = (error: unknown): boolean =>
  error instanceof ReferenceError || error instanceof RangeError || (error instanceof TypeError && error.cause === undefined);

/** Returns the problem of a thrown error. The error, or one of its causes, should be a `PlatformError`. Otherwise `accepts` must allow the error. */
export const problemOfError = (error: unknown, accepts: (error: unknown) => boolean): SweepProblem | undefined => {
  if (chainOf(error).some(isPlatformError) || accepts(error)) return undefined;
  const name = error instanceof Error ? error.name : typeof error;
  const message = `${name}: ${messageOf(error)}`;
  return { kind: isProgrammingError(error) ? 'crashed' : 'not-a-platform-error', message };
};

const SECRET_HEADER = /authorization|key|token|secret|cookie/i;
const MIN_SECRET_LENGTH = 8;

/** Returns the secrets in the headers of a request. */
export const secretsIn = ({ headers }: Request): string[] =>
  [...headers].flatMap(([name, value]) => (SECRET_HEADER.test(name) ? [value.replace(/^(?:Bearer|Basic) /i, '')] : []));

/** Returns the secrets of a platform: its keys, and the passwords and tokens of its accounts. */
export const secretsOf = ({ apiKey, gatewayKey, projectKeys }: LocalPlatform, { world }: PlatformInternals): string[] => {
  const { accessTokens, refreshTokens } = world.records(sessionRecords);
  const passwords = [...world.records(accountRecords).accounts.values()].map(({ password }) => password);
  return [apiKey, gatewayKey, projectKeys.secretKey, ...passwords, ...accessTokens.keys(), ...refreshTokens.keys()];
};

/** Returns the strings that programs print for an error. */
export const textsOf = (error: unknown): string[] =>
  chainOf(error).map((each) => (each instanceof Error ? `${messageOf(each)}\n${textOf(each.stack ?? '')}` : textOf(each)));

/** Returns the strings that contain a secret. Each secret is replaced with a star. */
export const withSecret = (texts: readonly string[], secrets: Iterable<string>): string[] => {
  const long = [...new Set(secrets)].filter(({ length }) => length >= MIN_SECRET_LENGTH);
  return texts.flatMap((text) => {
    const found = long.filter((secret) => text.includes(secret));
    return found.length === 0 ? [] : [found.reduce((shown, secret) => shown.replaceAll(secret, '***'), text)];
  });
};
