import { createPlatform, isPlatformError } from '@platform-sdk/core';
import { json, recordingFetch } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { allCredentials, anywhere, clientMethods } from '../helpers/service-methods.ts';

type Method = (input?: unknown) => unknown;

const junk: readonly unknown[] = [undefined, null, 7, true, 'text', [], [{}], {}, { unlikely: {} }, Object.create(null), () => undefined];

const scene = () => {
  const wire = recordingFetch(json({}));
  const options = { ...allCredentials, accessToken: 'access-1', baseUrls: anywhere, retry: { limit: 0 }, validation: 'off' } as const;
  return { wire, methods: clientMethods(createPlatform({ ...options, fetch: wire.fetch })) };
};

/** Reads the result of a method: the first item of a list, the final value of a stream, or the first event of a job. */
const finished = async (result: unknown): Promise<unknown> => {
  if (typeof result === 'object' && result !== null && 'toArray' in result) return (result as { toArray: Method }).toArray({ limit: 1 });
  if (typeof result === 'object' && result !== null && 'final' in result) return (result as { final: Method }).final();
  if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
    return (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
  return result;
};

it('every method throws only a PlatformError for an input of a wrong type, and every input error before it sends a request', async () => {
  const { wire, methods } = scene();
  const wrong: string[] = [];
  expect(methods.length).toBeGreaterThan(90);
  for (const [name, method] of methods) {
    for (const input of junk) {
      const sent = wire.sent.length;
      const what = `${name}(${typeof input === 'function' ? 'a function' : input === undefined ? '' : JSON.stringify(input)})`;
      try {
        const result = method(input);
        await finished(result);
      } catch (error) {
        if (!isPlatformError(error)) wrong.push(`${what}: ${String(error)}`);
        else if (error.kind === 'invalid-input' && wire.sent.length > sent) wrong.push(`${what}: sent, and then ${error.message}`);
        else if (error.kind === 'invalid-input' && (error.field === undefined || error.outcome !== 'not-sent'))
          wrong.push(`${what}: no field`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
