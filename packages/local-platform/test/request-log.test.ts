import { expect, it, vi } from 'vitest';
import type * as RequestLog from '../src/world/request-log.ts';

const { note } = await vi.importActual<typeof RequestLog>('../src/world/request-log.ts');
type Entry = RequestLog.OpenEntry;

const entryOf = (path: string) => ({ path }) as Entry;

it('the request log removes its older half if it is full', () => {
  const log = Array.from({ length: 10_000 }, (_, index) => entryOf(`/${index}`));
  note(log, entryOf('/latest'));
  expect(log).toHaveLength(5001);
  expect([log[0]?.path, log.at(-1)?.path]).toEqual(['/5000', '/latest']);
});
