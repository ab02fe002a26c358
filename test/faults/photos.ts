import { createPlatform, type CallOptions, type PlatformOptions } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { object, operation, unknown, type Encoded } from '@platform-sdk/core/contract';

/** Calls an operation that only exists in tests, with a custom body. */
export const addPhoto = (origin: string, encoded: Encoded, options: PlatformOptions = {}, call: CallOptions = {}): Promise<unknown> => {
  const add = operation({
    method: 'POST',
    path: '/photos',
    credentials: 'none',
    input: object<{}>({}),
    output: unknown,
    retry: 'non-idempotent',
    encode: () => () => encoded,
  });
  return createClient({ name: 'photos', base: 'upload' }, { add }, createPlatform({ ...options, baseUrls: { upload: origin } })).add(
    {},
    call,
  );
};
