import { runDoctor } from '@platform-sdk/cli';
import { beforeAll, expect, it } from 'vitest';
import { startHealthy, type Healthy } from './healthy.ts';

/** The stores of call counts, which change with every call. */
const NOTES = ['call-counts', 'converter-calls'];

/** The content of a store that does not exist yet. The first read of a store creates it. */
const EMPTY: readonly unknown[] = [];

let healthy: Healthy;
beforeAll(async () => {
  healthy = await startHealthy();
});

it('the doctor leaves no records and no session on the services', async () => {
  const stores = (): ReadonlyMap<string, unknown> => healthy.local.internals.capture().state.world.stores;
  const before = stores();
  await runDoctor({ variables: healthy.variables });
  const after = stores();

  const changed = [...after].filter(
    ([name, records]) => JSON.stringify(plain(records)) !== JSON.stringify(plain(before.get(name) ?? EMPTY)),
  );
  expect(changed.map(([name]) => name).filter((name) => !NOTES.includes(name))).toEqual(['memory', 'sessions']);
  const texts = [before, after].map((each) => JSON.stringify(plain(each.get('sessions'))));
  const alive = texts.map((text) => text.split('"ended":false').length);
  expect(alive[1]).toBe(alive[0]);
  const untimed = [before, after].map((each) => JSON.stringify(plain(each.get('memory'))).replaceAll(/"last_used_at":[^,}]*/g, ''));
  expect(untimed[1]).toBe(untimed[0]);
});

/** Returns records as JSON, with the contents of maps and sets. */
const plain = (value: unknown): unknown => {
  if (value instanceof Map || value instanceof Set) return [...value].map(plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
};
