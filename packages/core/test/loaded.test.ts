import { beforeEach, expect, it, vi } from 'vitest';
import { failureOf } from './recording-fetch.ts';
import type * as Loading from '../src/time/limits.ts';

// No entry of the package exports this module.
const inner = new URL('../src/time/limits.ts', import.meta.url).href;
const { required } = (await import(inner)) as typeof Loading;

const failure = { kind: 'network', outcome: 'not-sent', message: 'The code for archives could not be loaded' };

beforeEach(() => void vi.useFakeTimers());

it('rejects with a network error if a dynamic import fails', async () => {
  const missing = Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  await expect(failureOf(required(missing, 'archives'))).resolves.toMatchObject(failure);
});

it('rejects with a network error if a dynamic import has not finished after five seconds', async () => {
  let isOver = false;
  const waiting = failureOf(required(new Promise(() => undefined), 'archives')).finally(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(4999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await expect(waiting).resolves.toMatchObject(failure);
});
