import { isDeepStrictEqual } from 'node:util';
import { isPlatformError } from '@platform-sdk/core';
import type { FakeTime } from './fake-time.ts';
import type { RecordedResponse } from './recorded-response.ts';

/** The outcomes of one recorded response that was delivered in many ways. `counts` contains the number of outcomes of each kind. */
export interface Replay {
  readonly name: string;
  /** The result of the complete body, or the kind of its error. */
  readonly whole: string;
  readonly counts: Record<string, number>;
  readonly wrong: string[];
}

/** The chunks of a body, and the way it ends. If `pause` is set, the chunks after the first wait for it. */
interface Delivery {
  readonly pieces: readonly Uint8Array[];
  readonly ending: 'end' | 'break';
  readonly pause?: Promise<void>;
}

type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** The pause in milliseconds. It is longer than the wait after an end marker, and shorter than the timeouts for silent streams. */
const PAUSE_MS = 10_000;
/** The number of responses that are read at the same time. */
const AT_ONCE = 200;

/**
 * Reads a response as one chunk and byte by byte. Also ends, breaks and pauses it at every position that is a multiple of `step`, and at
 * each of its last `end` bytes.
 */
export async function replay(recorded: RecordedResponse, time: FakeTime, step = 1, end = 0): Promise<Replay> {
  const bytes = new TextEncoder().encode(recorded.body);
  const positions = Array.from({ length: bytes.length + 1 }, (_, position) => position);
  const cuts = positions.filter((position) => position % step === 0 || position > bytes.length - end);
  const whole = await read(recorded, { pieces: [bytes], ending: 'end' });
  const counts: Record<string, number> = {};
  const wrong: string[] = [];

  const judge = (way: string, outcome: Outcome, mayFail: boolean): void => {
    const verdict = verdictOf(recorded, whole, outcome, mayFail);
    counts[verdict.count] = (counts[verdict.count] ?? 0) + 1;
    if (verdict.wrong !== undefined) wrong.push(`${recorded.name}, ${way}: ${verdict.wrong}`);
  };

  judge('whole', whole, false);
  judge('byte by byte', await read(recorded, { pieces: Array.from(bytes, (byte) => Uint8Array.of(byte)), ending: 'end' }), false);
  for (const ending of ['end', 'break'] as const) {
    const cut = (at: number): Promise<Outcome> => read(recorded, { pieces: [bytes.subarray(0, at)], ending });
    await inBatches(cuts, async (some) => {
      const outcomes = await Promise.all(some.map(cut));
      for (const [index, outcome] of outcomes.entries()) judge(`${ending} at ${some[index]}`, outcome, true);
    });
  }
  await inBatches(cuts, async (some) => {
    let goOn = (): void => undefined;
    const pause = new Promise<void>((resolve) => (goOn = resolve));
    const reads = some.map((at) => read(recorded, { pieces: [bytes.subarray(0, at), bytes.subarray(at)], ending: 'end', pause }));
    await time.settle();
    await time.advance(PAUSE_MS);
    goOn();
    for (const [index, outcome] of (await Promise.all(reads)).entries()) judge(`pause at ${some[index]}`, outcome, false);
  });
  return { name: recorded.name, whole: 'result' in whole ? 'result' : kindOf(whole.error), counts, wrong };
}

async function inBatches<Item>(items: readonly Item[], work: (some: readonly Item[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) await work(items.slice(from, from + AT_ONCE));
}

function verdictOf(
  { early }: RecordedResponse,
  whole: Outcome,
  outcome: Outcome,
  mayFail: boolean,
): { readonly count: string; readonly wrong?: string } {
  if ('error' in outcome) {
    const kind = kindOf(outcome.error);
    if (!isPlatformError(outcome.error)) return { count: kind, wrong: `an untyped error, ${kind}` };
    if (mayFail || ('error' in whole && kindOf(whole.error) === kind)) return { count: kind };
    return { count: kind, wrong: `an error where the whole body gives ${'result' in whole ? 'a result' : 'another error'}, ${kind}` };
  }
  if (!('result' in whole)) return { count: 'guess', wrong: `a result where the whole body gives none, ${JSON.stringify(outcome.result)}` };
  if (isDeepStrictEqual(outcome.result, whole.result)) return { count: 'result' };
  if (early && isDeepStrictEqual(outcome.result, early(whole.result))) return { count: 'early end' };
  return { count: 'guess', wrong: `another result, ${JSON.stringify(outcome.result)}` };
}

async function read({ contentType, read: readResponse }: RecordedResponse, delivery: Delivery): Promise<Outcome> {
  const headers: Record<string, string> = contentType === '' ? {} : { 'Content-Type': contentType };
  try {
    return { result: await readResponse(async () => new Response(bodyOf(delivery), { headers })) };
  } catch (error) {
    return { error };
  }
}

function bodyOf({ pieces, ending, pause }: Delivery): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next === 1) await pause;
      const piece = pieces[next++];
      if (piece) return controller.enqueue(piece);
      if (ending === 'end') controller.close();
      else controller.error(new TypeError('terminated'));
    },
  });
}

function kindOf(error: unknown): string {
  return isPlatformError(error) ? error.kind : `${error instanceof Error ? error.stack : String(error)}`;
}
