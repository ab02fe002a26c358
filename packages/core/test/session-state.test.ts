import { expect, it } from 'vitest';
import type * as State from '../src/session/session-state.ts';

// No entry of the package exports this module.
const inner = new URL('../src/session/session-state.ts', import.meta.url).href;
const { createSessionState } = (await import(inner)) as typeof State;

const pair = (count: number) => ({
  id: 'user-1',
  accessToken: `access-${count}`,
  refreshToken: `refresh-${count}`,
  expiresIn: 900,
  receivedAt: 0,
});

it('remembers the latest thousand replaced refresh tokens', () => {
  const state = createSessionState({ now: () => 0, monotonic: () => 0 }, undefined);
  state.change(pair(0));
  for (let count = 1; count <= 1001; count++) state.refreshed(pair(count - 1), pair(count));
  expect([0, 1, 1000, 1001].map((count) => state.hasReplaced(`refresh-${count}`))).toEqual([false, true, true, false]);
});
