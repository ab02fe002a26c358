/** CPU of reading one chat as a stream: several readers over a loop written by hand, for three ways to cut the same bytes. */
import { inTurns, median, print, ratio, type Ways } from './measure.ts';
import { readers, type Reader } from './stream-readers.ts';

const ROUNDS = 15;
const WARM_UPS = 4;
const EVENTS = 12_000;
const MEGABYTE = 1024 * 1024;

const encoder = new TextEncoder();
const eventOf = (content: string): string => {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }];
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_767_225_600, model: 'provider/model', choices })}\n\n`;
};
const end = 'data: [DONE]\n\n';

/** Compares the readers. */
export async function benchChunks(): Promise<void> {
  const events = [...Array.from({ length: EVENTS }, (_, index) => eventOf(` word ${index}`)), end];
  const bytes = encoder.encode(events.join(''));
  const cuts: Record<string, readonly Uint8Array[]> = {
    '16 kB chunks': cut(bytes, 16 * 1024),
    'one event a chunk': events.map((event) => encoder.encode(event)),
    '64-byte chunks': cut(bytes, 64),
  };
  const expected = Array.from({ length: EVENTS }, (_, index) => ` word ${index}`).join('');
  for (const [name, chunks] of Object.entries(cuts)) {
    const costs = await inTurns(waysOf(chunks, expected), ROUNDS, WARM_UPS);
    for (const reader of Object.keys(readers).slice(1)) {
      const note = reader === 'ours' ? 'aim: at most 1.25' : 'no aim';
      print(`CPU over a loop written by hand: ${reader}, ${name}`, ratio(costs, reader, 'by hand'), note);
    }
  }
}

/** Compares what a byte costs in a short and in a long line. */
export async function benchLines(): Promise<void> {
  const [short, long] = [2, 20].map((megabytes) => 'x'.repeat(megabytes * MEGABYTE)) as [string, string];
  const chunksOf = (content: string): readonly Uint8Array[] => cut(encoder.encode(eventOf(content) + end), 16 * 1024);
  const ways: Record<string, Ways[string]> = {};
  for (const [name, reader] of Object.entries(readers)) {
    // Several short lines, so that both take as long where a byte costs the same.
    const few = chunksOf(short);
    const many = chunksOf(long);
    ways[`${name}, short`] = async () => {
      let sum = 0;
      for (let line = 0; line < 10; line++) sum += await cpuOf(reader, few, short);
      return sum;
    };
    ways[`${name}, long`] = () => cpuOf(reader, many, long);
  }
  const costs = await inTurns(ways, 5, 1);
  for (const name of Object.keys(readers)) {
    const rate = (20 * MEGABYTE) / (median(costs[`${name}, long`] ?? []) * 1000);
    const note = `${name === 'ours' ? 'aim: about 1' : 'no aim'}; ${rate.toFixed(2)} bytes/ns`;
    print(`CPU per byte of a 20 MB line over a 2 MB line: ${name}`, ratio(costs, `${name}, long`, `${name}, short`), note);
  }
}

function waysOf(chunks: readonly Uint8Array[], expected: string): Ways {
  return Object.fromEntries(Object.entries(readers).map(([name, reader]) => [name, () => cpuOf(reader, chunks, expected)]));
}

/** Microseconds of CPU of one reading. */
async function cpuOf(reader: Reader, chunks: readonly Uint8Array[], expected: string): Promise<number> {
  const before = process.cpuUsage();
  const text = await reader(responseOf(chunks));
  const { user, system } = process.cpuUsage(before);
  if (text !== expected) throw new Error('A reader lost something');
  return user + system;
}

/** An answer whose chunks come one by one, as from a socket. */
function responseOf(chunks: readonly Uint8Array[]): Response {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

function cut(bytes: Uint8Array, length: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) => bytes.subarray(index * length, (index + 1) * length));
}
