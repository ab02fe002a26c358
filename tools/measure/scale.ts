/**
 * Measures every operation of the local platform with 10 and with 100,000 records of each kind: `pnpm tool scale`. Arguments select the
 * operations whose names contain them. `--records 1000` uses another number. Times are CPU times of the platform's thread, medians of
 * several calls, divided by the items in the response.
 */
import { parseArgs } from 'node:util';
import type { LocalPlatform } from '@platform-sdk/local-platform';
import { serviceMethods, type ServiceMethod } from '../../test/helpers/service-methods.ts';
import { callMethod, LAST, ONCE, PER_RECORD, prepares } from './scale/calls.ts';
import { createScene, type Scene } from './scale/scene.ts';

const FEW = 10;
const MAX_READ_BYTES = 100_000;
const MAX_RATIO = 3;
/** The number of measured calls. Only the second half of the calls counts. */
const ROUNDS = 7;
const MAX_SPENT_MS = 1500;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { records: { type: 'string', default: '100000' }, warm: { type: 'string', default: '150' } },
});

interface Sample {
  readonly cpuMs: number;
  readonly items: number;
  readonly isCut?: boolean;
}

let samples: Sample[] | undefined;

interface Instant {
  readonly cpu: number;
  readonly wall: number;
}

const now = (): Instant => {
  const { user, system } = process.threadCpuUsage();
  return { cpu: (user + system) / 1000, wall: performance.now() };
};

/** Some systems count CPU time in steps. For times below this limit, the median of the wall clock is more precise. */
const STEPS_MS = 5;

const timeSince = (start: Instant): number => {
  const end = now();
  return end.cpu - start.cpu > STEPS_MS ? end.cpu - start.cpu : end.wall - start.wall;
};

/** Sends a request to the platform, and reads the whole body while it arrives. */
const measured = async (local: LocalPlatform, request: Request): Promise<Response> => {
  const start = now();
  const response = await local.fetch(request);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of response.body ?? []) chunks.push(chunk);
  const used = timeSince(start);
  const body = new Blob(chunks);
  const { status, headers } = response;
  const text = await body.text();
  if (!response.ok) console.log(`  ${request.method} ${request.url}: ${status} ${text.slice(0, 200)}`);
  samples?.push({
    cpuMs: used,
    items: countItems(text, headers.get('content-type') ?? ''),
    isCut: body.size > MAX_READ_BYTES,
  });
  // The client would reject a large list. It does not need the body, so it gets an empty object.
  if (body.size > MAX_READ_BYTES) return new Response('{}', { headers });
  return new Response([101, 204, 205, 304].includes(status) ? null : body, { status, headers });
};

const countItems = (text: string, type: string): number => {
  if (type.includes('csv')) return text.split('\n').length;
  if (type.includes('zip')) return Math.max(1, text.split('PK\u0001\u0002').length - 1);
  if (!type.includes('json')) return 1;
  // The items are counted in the text, because parsing a long list would take longer than creating it.
  return Math.max(1, (text.match(/\},\{|\[\{/g) ?? []).length);
};

const fetchOf =
  (local: LocalPlatform): typeof fetch =>
  (input, init) => {
    const request = new Request(input, init);
    return samples ? measured(local, request) : local.fetch(request);
  };

const median = (numbers: readonly number[]): number => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? NaN;

const measure = async (scene: Scene, method: ServiceMethod, count: number): Promise<Sample> => {
  const found: Sample[] = [];
  let spent = 0;
  for (let round = 0; round < count; round++) {
    const input = (await prepares[method.name]?.(scene)) ?? {};
    samples = [];
    await callMethod(scene, method, input).catch((error: unknown) => {
      if (!samples?.at(-1)?.isCut) throw error;
    });
    const last = samples.at(-1);
    samples = undefined;
    if (!last) throw new Error(`${method.name} sent nothing`);
    found.push(last);
    spent += last.cpuMs;
    if (spent > MAX_SPENT_MS && found.length > 2) break;
  }
  const half = found.slice(found.length > 4 ? found.length >> 1 : 0);
  return {
    cpuMs: median(half.map((sample) => sample.cpuMs)),
    items: median(half.map(({ items }) => items)),
  };
};

const records = Number(values.records);
const isChosen = ({ name }: ServiceMethod): boolean => positionals.length === 0 || positionals.some((part) => name.includes(part));
const chosen = serviceMethods.filter(isChosen).toSorted((one, other) => LAST.indexOf(one.name) - LAST.indexOf(other.name));
const start = performance.now();
const [few, many] = [await createScene(FEW, fetchOf), await createScene(records, fetchOf)];
console.log(`Scenes in ${((performance.now() - start) / 1000).toFixed(1)} s, ${Math.round(process.memoryUsage().rss / 1e6)} MB.`);
let bad = 0;
const us = (ms: number): string => (ms * 1000).toFixed(ms < 0.01 ? 2 : 0).padStart(9);
console.log(`operation | items | us/item, ${FEW} | us/item, ${records} | ratio`);
for (const method of chosen) {
  try {
    await measure(few, method, Number(values.warm));
    const one = await measure(few, method, 2 * ROUNDS);
    const other = await measure(many, method, ONCE.includes(method.name) ? 1 : ROUNDS);
    const isPerRecord = PER_RECORD.includes(method.name);
    const [before, after] = [one.cpuMs / (isPerRecord ? FEW : one.items), other.cpuMs / (isPerRecord ? records : other.items)];
    const isBad = after / before > MAX_RATIO;
    if (isBad) bad++;
    console.log(
      `${isBad ? '!' : ' '} ${method.name.padEnd(34)} ${(isPerRecord ? `${records}*` : String(other.items)).padStart(8)} ${us(before)} ${us(after)} ${(after / before).toFixed(2).padStart(8)}`,
    );
  } catch (error) {
    bad++;
    samples = undefined;
    console.log(`! ${method.name.padEnd(34)} ${String(error).slice(0, 150)}`);
  }
}
console.log('* The operation reads or removes each of so many records of the caller; its cost is divided by their number.');
console.log(`${chosen.length} operations, ${bad} beyond ${MAX_RATIO} times.`);
process.exitCode = bad > 0 ? 1 : 0;
