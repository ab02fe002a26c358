import { createPlatform } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { allCredentials, anywhere, createClients, methodIn, sampleInputOf, serviceMethods, wholeOf } from '../helpers/service-methods.ts';

/** Methods that stream their body instead of sending a string, so that a file does not fill the memory. */
const STREAMED = ['upload.upload'];

/** Calls every method with a `fetch` of the caller. Returns the options of each request by the name of the method. */
const optionsOfEachMethod = async (): Promise<ReadonlyMap<string, RequestInit>> => {
  const found = new Map<string, RequestInit>();
  for (const method of serviceMethods) {
    const fetch = (_: unknown, options: RequestInit = {}): Promise<Response> => {
      found.set(method.name, options);
      return Promise.reject(new TypeError('fetch failed'));
    };
    const platform = createPlatform({ ...allCredentials, baseUrls: anywhere, fetch, retry: { limit: 0 } });
    await platform.session.set({ accessToken: 'access-1', refreshToken: 'refresh-1' });
    await wholeOf(methodIn(createClients(platform), method)(sampleInputOf(method))).catch(() => undefined);
    platform.dispose();
  }
  return found;
};

it("a caller's fetch receives every JSON body as a string, as mocks expect", async () => {
  const found = await optionsOfEachMethod();
  expect(serviceMethods.filter(({ name }) => !found.has(name)).map(({ name }) => name)).toEqual([]);
  const wrong = [...found].filter(([name, { body }]) => !STREAMED.includes(name) && body !== undefined && !isJson(body));
  expect(wrong.map(([name]) => name)).toEqual([]);
});

const isJson = (body: unknown): boolean => typeof body === 'string' && typeof JSON.parse(body) === 'object';
