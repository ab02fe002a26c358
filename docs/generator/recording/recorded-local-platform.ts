/** The local platform as the examples import it while they are recorded: with fixed time and ids, and a record of every exchange. */
import { createLocalPlatform as createPlain, type LocalPlatform, type LocalPlatformOptions } from '@platform-sdk/local-platform';
import { record } from './exchanges.ts';

export * from '@platform-sdk/local-platform';

/** The time of every recording. Pages would change with every build otherwise. */
const NOW = Date.UTC(2026, 0, 15, 9);

/** Bytes that are the same in every run. */
const counting = (): ((bytes: Uint8Array) => Uint8Array) => {
  let state = 1;
  return (bytes) =>
    bytes.map((_, index, all) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (all[index] = state >>> 24);
    });
};

/** Creates a local platform whose exchanges are recorded. */
export const createLocalPlatform = (options: LocalPlatformOptions = {}): LocalPlatform => {
  const plain = createPlain({ clock: { now: () => NOW }, random: counting(), ...options });
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
