import { matchPath } from '@platform-sdk/core/server';
import { runDrift } from '@platform-sdk/cli';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';
import type * as Catalogue from '../../src/catalogue.ts';
import type * as Comparisons from '../../src/drift/compare-reports.ts';
import type * as Forms from '../../src/drift/expected.ts';
import { changed, type Change } from './changed-platform.ts';
import { populatedPlatform } from './populated-platform.ts';

// The package does not export these modules.
const load = (path: string): Promise<unknown> => import(new URL(path, import.meta.url).href);
const { allOperations } = (await load('../../src/catalogue.ts')) as typeof Catalogue;
const { expectedResponse } = (await load('../../src/drift/expected.ts')) as typeof Forms;

const { compareReports } = (await load('../../src/drift/compare-reports.ts')) as typeof Comparisons;

type Expected = Forms.Expected;
type Members = Record<string, unknown>;

/** A field of a contract that a response of the platform contains. */
interface Place {
  readonly operation: string;
  readonly path: RegExp;
  readonly keys: readonly string[];
  readonly field: Expected;
}

/** Returns a generator of numbers below 1. The same seed gives the same numbers. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
};

const readings = allOperations().filter(({ operation }) => operation.method === 'GET' && operation.retry === 'safe');

/** Returns every field in responses to reading operations whose type the contract describes. */
const placesIn = async (): Promise<Place[]> => {
  const { local, options, account } = await populatedPlatform();
  const places = new Map<string, Place>();
  const fetch: typeof local.fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await local.fetch(request.clone());
    const { pathname } = new URL(request.url);
    const bases = Object.values(local.baseUrls()).map((base) => new URL(base).pathname);
    const found = readings.find(({ operation: { path } }) => bases.some((base) => matchPath(base.replace(/\/$/, '') + path, pathname)));
    if (!found || request.method !== 'GET' || response.status !== 200) return response;
    const document: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    const base = new URL(local.baseUrls()[found.base]).pathname.replace(/\/$/, '');
    const path = new RegExp(`^${base}${found.operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    walk(expectedResponse(found.operation), document, [], (keys, field) => {
      const place = { operation: found.name, path, keys, field };
      if (field.types.length > 0) places.set(`${found.name} ${keys.join('.')}`, place);
    });
    return response;
  };
  await runDrift({ options: { ...options, fetch }, account });
  return [...places.values()];
};

const walk = (
  expected: Expected | undefined,
  value: unknown,
  keys: readonly string[],
  visit: (keys: readonly string[], field: Expected) => void,
): void => {
  if (Array.isArray(value)) for (const item of value) walk(expected?.items, item, keys, visit);
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(expected?.fields ?? {})) {
      if (!Object.hasOwn(value, name) || (value as Members)[name] === null) continue;
      visit([...keys, name], field);
      walk(field, (value as Members)[name], [...keys, name], visit);
    }
};

const WORDS = ['main', 'current', 'public', 'inner', 'raw'];

/** Changes every object at a dotted path. */
const at = (place: unknown, keys: readonly string[], change: (object: Members, name: string) => void): void => {
  if (Array.isArray(place)) for (const item of place) at(item, keys, change);
  else if (typeof place === 'object' && place !== null) {
    const [head = '', ...tail] = keys;
    if (tail.length > 0) at((place as Members)[head], tail, change);
    else if (Object.hasOwn(place, head)) change(place as Members, head);
  }
};

type Kind = 'renamed' | 'type' | 'extra' | 'missing';

const changeAt = (
  { operation, path, keys, field }: Place,
  random: () => number,
): Change & { readonly found: (report: Report) => boolean } => {
  const kinds: Kind[] = ['renamed', 'renamed', 'type', 'extra', ...(field.optional ? [] : (['missing'] as const))];
  const kind = kinds[Math.floor(random() * kinds.length)] as Kind;
  const name = keys.at(-1) ?? '';
  const where = keys.join('.');
  const word = WORDS[Math.floor(random() * WORDS.length)];
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const other = kind === 'extra' ? `${word}_thing` : snake === name ? `${word}_${name}` : snake;
  const sibling = [...keys.slice(0, -1), other].join('.');
  const alter = ({ status, document }: { status: number; document: Members }): void => {
    if (status >= 300) return;
    at(document, keys, (object, key) => {
      const value = object[key];
      if (kind === 'extra') object[other] = value;
      if (kind === 'renamed') object[other] = value;
      if (kind === 'renamed' || kind === 'missing') delete object[key];
      if (kind === 'type') object[key] = typeof value === 'string' ? 7 : 'seven';
    });
  };
  const found = (report: Report): boolean =>
    report.findings.some(
      (each) =>
        each.operation === operation && ((each.kind === kind && each.where === where) || (each.kind === 'extra' && each.where === sibling)),
    );
  return { operation, kind, where, path, alter, found };
};

type Report = Awaited<ReturnType<typeof runDrift>>;

/** Returns whether a field may change. Ids and resource types must not change, because other operations need them. */
const isLoose = ({ keys, operation }: Place): boolean =>
  operation !== 'auth.logout' && !['id', 'type', 'session_id', 'addressHash', 'data', 'attributes'].includes(keys.at(-1) ?? '');

/** Returns whether a change affects the object of a field, or an object inside or around it. Their findings could not be distinguished. */
const disturbs = ({ operation, where }: Change, place: Place): boolean => {
  const [mine, other] = [where, place.keys.join('.')].map((each) => each.split('.').slice(0, -1));
  return (
    operation === place.operation &&
    (isWithin(place.keys, where.split('.')) || isWithin(where.split('.'), place.keys) || mine?.join() === other?.join())
  );
};

const isWithin = (inner: readonly string[] = [], outer: readonly string[]): boolean => outer.every((name, index) => inner[index] === name);

it('platform-sdk drift reports random changes of a platform, which a local platform adopts', async () => {
  const places = (await placesIn()).filter(isLoose);
  const counts = { changed: 0, found: 0, named: 0, renames: 0, falseAlarms: 0 };
  const missed: string[] = [];
  const alarms: string[] = [];
  const unlike: string[] = [];
  const { findings: own } = await report([]);
  for (let seed = 1; seed <= 5; seed++) {
    const random = randomFrom(seed * 7919);
    const left = [...places];
    const changes: ReturnType<typeof changeAt>[] = [];
    while (changes.length < 30 && left.length > 0) {
      const [place] = left.splice(Math.floor(random() * left.length), 1) as [Place];
      if (!changes.some((each) => disturbs(each, place))) changes.push(changeAt(place, random));
    }
    const [found, second] = await reports(changes);
    for (const { operation, where, before, after } of compareReports(found, await second()))
      unlike.push(`${operation} ${where}: ${before} -> ${after}`);
    counts.changed += changes.length;
    for (const change of changes) {
      if (change.found(found)) counts.found++;
      else missed.push(`${change.operation} ${change.kind} ${change.where}`);
      if (change.kind !== 'renamed') continue;
      counts.renames++;
      if (found.wireNames[change.operation]?.[change.where] !== undefined) counts.named++;
    }
    for (const { operation, where, kind, found: came } of found.findings) {
      const isOwn = own.some((each) => each.operation === operation && each.where === where && each.kind === kind);
      const isPlanted = changes.some(
        (each) => each.operation === operation && where.startsWith(each.where.split('.').slice(0, -1).join('.')),
      );
      if (!isOwn && !isPlanted) alarms.push(`${operation} ${kind} ${where} ${came}`);
    }
  }
  counts.falseAlarms = alarms.length;
  console.log(JSON.stringify(counts), missed.join('; '), alarms.join('; '));
  expect({ missed, alarms, unlike }).toEqual({ missed: [], alarms: [], unlike: [] });
  // Drift cannot find a new name that shares no word with the old name.
  expect(counts.named / counts.renames).toBeGreaterThan(0.9);
});

const report = async (changes: readonly Change[]): Promise<Report> => (await reports(changes))[0];

/** Runs drift on a platform with changes, then on a local platform that adopts its shapes and records. */
const reports = async (changes: readonly Change[]): Promise<readonly [Report, second: () => Promise<Report>]> => {
  const { local, options, account } = await populatedPlatform();
  const state = local.snapshot();
  const first = await runDrift({ options: { ...options, fetch: changed(local.fetch, changes) }, account });
  const second = (): Promise<Report> => {
    const like = createLocalPlatform({ like: first });
    like.restore(state);
    return runDrift({ options: { ...options, fetch: like.fetch }, account });
  };
  return [first, second];
};
