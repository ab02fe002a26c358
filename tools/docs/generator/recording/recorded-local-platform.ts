/** The local platform for recordings of examples. Its values are fixed, and every exchange is recorded. */
import { createLocalPlatform as createPlain, type LocalPlatform, type LocalPlatformOptions } from '@platform-sdk/local-platform';
import { record } from './exchanges.ts';
import { countingBytes } from './fixed-values.ts';

export * from '@platform-sdk/local-platform';

/** Creates a local platform whose exchanges are recorded. */
export const createLocalPlatform = (options: LocalPlatformOptions = {}): LocalPlatform => {
  const plain = createPlain({ random: countingBytes(), ...options });
  const fetch: LocalPlatform['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const sent = request.clone();
    const before = plain.requestLog.length;
    const response = await plain.fetch(request);
    const operation = plain.requestLog[before]?.operation;
    return operation === undefined ? response : record(operation, sent, response);
  };
  return Object.create(plain, { fetch: { value: fetch, enumerable: true } }) as LocalPlatform;
};
