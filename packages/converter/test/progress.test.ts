import type { JobEvent } from '@platform-sdk/converter';
import { expect, it } from 'vitest';
import { all, log, wire } from './wire.ts';

const url = 'https://example.com/a';
const page = { success: true, url, markdown: '# A' };

/** Returns the events of a log, without its result. */
const eventsOf = async (...lines: readonly string[]): Promise<JobEvent<unknown>[]> => {
  const answer = log(`${lines.join('\n')}\n\n__JSON__${JSON.stringify(page)}`);
  return (await all(wire([answer]).converter.convert({ url }))).slice(0, -1);
};

/** Returns the percentage that a one-line log reports, or undefined. */
const percentOf = async (line: string): Promise<number | undefined> => {
  const [event] = await eventsOf(line);
  return event?.type === 'progress' ? event.percent : undefined;
};

it.each<[string, number | undefined]>([
  ['[1/4] rendered', 25],
  ['🕷️ 3/10 https://example.com/b', 30],
  ['  ✅ [2/4] https://example.com/b → 1.2 KB, 20 words (0.4s)', 50],
  ['  ❌ [3/4] https://example.com/c (0.4s)', 75],
  ['Page 1 of 2', 50],
  ['Progress: 1/4', 25],
  ['45% done', 45],
  ['{"completed":1,"total":4}', 25],
  ['{"progress":50}', 50],
  ['  ✅ Success: 1/4', undefined],
  ['  ❌ Failed: 1/4', undefined],
  ['Skipped = 1/4', undefined],
  ['Total 4/4', undefined],
  ['1/4 pages failed', undefined],
  ['3 of 4 urls succeeded', undefined],
  ['Retry 1/3', undefined],
  ['Attempt #2 of 3', undefined],
  ['Success rate: 25%', undefined],
  ['Quality: 87 %', undefined],
  ['  ✅ Success: 1/4 (25%)', undefined],
  ['5/4', undefined],
  ['0/0', undefined],
  ['120%', undefined],
  ['{"progress":150}', undefined],
  ['{"progress":-1}', undefined],
  ['{"completed":-1,"total":4}', undefined],
  ['{"event":"complete","mode":"batch","total":3,"success":1,"failed":2}', undefined],
  ['Fetched 2026/11/20 report', undefined],
])('the log line %j reports the progress %s', async (line, percent) => {
  await expect(percentOf(line)).resolves.toBe(percent);
});

it('progress never decreases: a line with a lower count is a log line', async () => {
  const events = await eventsOf('[1/1] /', '[2/4] /a', '[1/4] /b', '{"progress":10}', '[4/4] /c');
  expect(events.map((event) => (event.type === 'progress' ? event.percent : event.type))).toEqual([100, 'log', 'log', 'log', 100]);
});

it('each job counts its own progress', async () => {
  const answer = () => log(`[1/2] /\n\n__JSON__${JSON.stringify(page)}`);
  const { converter } = wire([log(`[2/2] /\n\n__JSON__${JSON.stringify(page)}`), answer()]);
  await all(converter.convert({ url }));
  expect(await all(converter.convert({ url }))).toMatchObject([{ type: 'progress', percent: 50 }, { type: 'result' }]);
});
