import { longCount } from '@platform-sdk/test-helpers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeTime, type FakeTime } from '../recorded-streams/fake-time.ts';
import { jobs } from '../recorded-streams/jobs.ts';
import { replay } from '../recorded-streams/replay.ts';

/** The kind of the error of each complete response that does not return a result. */
const expected: Readonly<Record<string, string>> = {
  'convert: a failure after the delimiter': 'http',
  'convert: an error without success': 'http',
  'convert: an empty page with an error': 'http',
  'convert: a success without a page': 'invalid-response',
  'convert: an empty object': 'invalid-response',
  'convert: a failure in a line': 'http',
  'convert: plain JSON of a failure': 'http',
  'batch: a success without results': 'invalid-response',
  'batch: a log that ends': 'truncated',
  'tree: nothing found': 'http',
  'crawl: no pages': 'http',
  'crawl: a failure in the last line': 'http',
  'crawl: an end in the middle': 'truncated',
  'crawl: an end in the summary': 'truncated',
  'crawl: a failure in JSON': 'http',
  'crawl: an end with failures': 'http',
};

let time: FakeTime;
beforeEach(() => void (time = takeTime()));
afterEach(() => time.restore());

it.each(jobs.map((job) => [job.name, job] as const))(
  'a job with the recorded response "%s" returns no wrong result, wherever the response is cut, broken or paused',
  async (name, job) => {
    const { whole, wrong } = await replay(job, time, longCount(13, 1), 60);
    expect(whole).toBe(expected[name] ?? 'result');
    expect(wrong).toEqual([]);
  },
);
