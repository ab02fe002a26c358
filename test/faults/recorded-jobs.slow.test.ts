import type { PlatformError } from '@platform-sdk/core';
import { longCount } from '@platform-sdk/test-helpers';
import { describe, expect, it, vi } from 'vitest';
import { jobs, type RecordedResponse } from '../recorded-streams/jobs.ts';

const encoder = new TextEncoder();

/** Returns a `fetch` whose response sends these chunks, and then ends, breaks, or stays open. */
const answering = ({ contentType }: RecordedResponse, pieces: readonly Uint8Array[], end: 'end' | 'break' | 'open'): typeof fetch => {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (const piece of pieces) if (piece.length > 0) controller.enqueue(piece);
      if (end === 'end') controller.close();
      if (end === 'break') controller.error(new TypeError('terminated'));
      await new Promise(() => undefined);
    },
  });
  return async () => new Response(body, { headers: { 'Content-Type': contentType } });
};

/** Returns the outcome for a caller: the result, or the kind of the error. */
const outcomeOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (error) {
    return (error as PlatformError).kind;
  }
};

const isResult = (outcome: unknown): boolean => typeof outcome !== 'string';

/** White space, colour codes and zero-width characters at the end of a body. */
// oxlint-disable-next-line no-control-regex -- the expression matches these characters
const PADDING = /(?:\s|\u001b\[[\d;]*[A-Za-z]|\u0000|[\u200b-\u200f\u2060\ufeff])+$/u;

/** The expected outcome of each complete response. */
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

/** Returns every position where a response can be cut off. A short run uses every 13th position, and the last 60. */
const cutsOf = ({ length }: Uint8Array): number[] => {
  const step = longCount(13, 1);
  return Array.from({ length: length + 1 }, (_, cut) => cut).filter((cut) => cut % step === 0 || cut > length - 60);
};

describe.each(jobs.map((job) => [job.name, job] as const))('a job with the recorded response "%s"', (name, job) => {
  const bytes = encoder.encode(job.body);
  const whole = (): Promise<unknown> => outcomeOf(job.read(answering(job, [bytes], 'end')));

  it('a recorded job returns its result, or fails with the expected kind', async () => {
    const outcome = await whole();
    expect(isResult(outcome) ? 'result' : outcome).toBe(expected[name] ?? 'result');
  });

  it('a recorded job gives the same result if its response arrives byte by byte', async () => {
    const pieces = Array.from(bytes, (_byte, index) => bytes.subarray(index, index + 1));
    expect(await outcomeOf(job.read(answering(job, pieces, 'end')))).toEqual(await whole());
  });

  it.each(['end', 'break'] as const)(
    'a recorded job fails or returns its complete result if its response is cut off at any byte, by %s',
    async (end) => {
      const result = await whole();
      const cuts = cutsOf(bytes).filter((cut) => cut < bytes.length);
      const outcomes = await Promise.all(cuts.map((cut) => outcomeOf(job.read(answering(job, [bytes.subarray(0, cut)], end)))));
      for (const outcome of outcomes.filter(isResult)) expect(outcome).toEqual(result);
    },
  );

  it('a recorded job whose response pauses at any byte returns no result while the timeouts allow the pause', async () => {
    vi.useFakeTimers();
    const early: number[] = [];
    const cuts = cutsOf(bytes);
    const waits = cuts.map((cut) => {
      const work = outcomeOf(job.read(answering(job, [bytes.subarray(0, cut)], 'open')));
      return work.then((outcome) => void (isResult(outcome) && early.push(cut)));
    });
    // The timeout for silence is 180 s.
    await vi.advanceTimersByTimeAsync(179_000);
    expect(early).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    await Promise.all(waits);
    // A job may return its result at the timeout only if nothing but white space and invisible codes is missing.
    for (const cut of early)
      expect(job.body.replace(PADDING, '').length).toBeLessThanOrEqual(new TextDecoder().decode(bytes.subarray(0, cut)).length);
  });
});
