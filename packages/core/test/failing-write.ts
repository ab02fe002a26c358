import type { PlatformError } from '@platform-sdk/core';
import { object, operation, optional, string, unknown } from '@platform-sdk/core/contract';
import { benchOf } from './fixtures.ts';
import { failureOf, recordingFetch } from './recording-fetch.ts';

const write = operation({
  method: 'POST',
  path: '/x',
  credentials: 'none',
  input: object<{ secret?: string }>({ secret: optional(string) }),
  output: unknown,
  retry: 'non-idempotent',
});

/** Returns the error of a write with this response. The input of the write contains `secret` if it is set. */
export const failWith = async (response: Response, secret?: string): Promise<PlatformError> =>
  (await failureOf(benchOf({ write }, recordingFetch(response)).client.write(secret === undefined ? {} : { secret }))) as PlatformError;
