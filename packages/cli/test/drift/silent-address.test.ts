import { expect, it, onTestFinished, vi } from 'vitest';
import type * as Caller from '../../src/drift/caller.ts';
import type * as Catalogue from '../../src/catalogue.ts';

const { createCall } = await vi.importActual<typeof Caller>('../../src/drift/caller.ts');
const { allOperations } = await vi.importActual<typeof Catalogue>('../../src/catalogue.ts');

const operationOf = (name: string) => {
  const found = allOperations().find((each) => each.name === name);
  if (!found) throw new Error(`${name} is missing`);
  return found;
};

/** Creates an environment with two services, of which the converter never responds. */
const scene = () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: string[] = [];
  const fetch = (input: Request | string | URL): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    sent.push(new URL(url).pathname);
    if (url.includes('memory')) return Promise.resolve(Response.json({ status: 'ok' }));
    return new Promise(() => undefined);
  };
  const baseUrls = { converter: 'https://converter.example', memory: 'https://memory.example' };
  const call = createCall(() => ({ baseUrls, fetch }), new AbortController().signal);
  const finish = async <Result>(result: Promise<Result>): Promise<Result> => {
    await vi.advanceTimersByTimeAsync(60_000);
    return result;
  };
  return { sent, ask: (name: string) => finish(call(operationOf(name), {})) };
};

it('drift calls a base URL that does not respond only once, and calls other services as usual', async () => {
  const { sent, ask } = scene();
  await expect(ask('converter.health')).resolves.toEqual({ failed: 'timeout' });
  await expect(ask('converter.health')).resolves.toEqual({ failed: 'timeout' });
  await expect(ask('memory.health')).resolves.toMatchObject({ status: 200 });

  expect(sent.filter((path) => path === '/api/health')).toHaveLength(1);
  expect(sent).toHaveLength(2);
});
