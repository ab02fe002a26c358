import { anything, object, operation } from '@platform-sdk/core/contract';
import { describe, expect, it, vi } from 'vitest';
import { benchOf } from './fixtures.ts';
import { failureOf, json, recordingFetch } from './recording-fetch.ts';

const read = operation({ method: 'GET', path: '/x', credentials: 'none', input: object<{}>({}), output: anything, retry: 'safe' });

describe('a call option that cannot be used', () => {
  it.each([
    ['signal', { signal: new AbortController() }],
    ['timeoutMs', { timeoutMs: '5s' }],
    ['timeoutMs', { timeoutMs: -1 }],
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['traceId', { traceId: 'x' }],
  ])('is an input error before anything is sent, and leaves no timer: %s %j', async (field, options) => {
    vi.useFakeTimers();
    const wire = recordingFetch(json({}));
    const error = await failureOf(benchOf({ read }, wire).client.read({}, options as never));
    expect(error).toMatchObject({ kind: 'input', field, outcome: 'not-sent', operation: 'notes.read' });
    expect(wire.sent).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
