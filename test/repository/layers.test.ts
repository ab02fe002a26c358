import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { root } from '@platform-sdk/build/workspace';

/** The rooms (folders) that each room may import, from the lowest room to the highest. */
type Rooms = Readonly<Record<string, readonly string[]>>;

/** Adds rooms to a table. Each new room may import all rooms before it. */
const stacked = (lower: Rooms, names: readonly string[]): Rooms =>
  names.reduce<Rooms>((rooms, name) => ({ ...rooms, [name]: Object.keys(rooms) }), lower);

const CORE: Rooms = {
  diagnostics: [],
  schema: ['diagnostics'],
  time: ['diagnostics'],
  http: ['diagnostics', 'time'],
  session: ['diagnostics', 'schema', 'time'],
  operation: ['diagnostics', 'schema', 'time', 'http', 'session'],
  streams: ['diagnostics', 'time', 'schema', 'http', 'operation'],
  client: ['diagnostics', 'time', 'schema', 'http', 'session', 'operation', 'streams'],
};

/** All services share a room, because a rule can read the records of other services. */
const LOCAL_PLATFORM = stacked(
  {
    'package-files': [],
    'sample-site': [],
    text: [],
    state: [],
    options: [],
    errors: [],
    requests: ['errors'],
    world: ['text', 'state', 'options', 'errors', 'requests'],
    faults: ['options', 'errors'],
    like: ['errors'],
    routing: ['options', 'errors', 'requests', 'world'],
    responding: ['text', 'errors', 'requests', 'world', 'faults', 'like', 'routing'],
    services: ['package-files', 'sample-site', 'text', 'state', 'options', 'errors', 'requests', 'world', 'routing'],
  },
  ['platform', 'control', 'testing', 'adapters', 'command'],
);

/** Returns the relative imports and re-exports of a file as paths from the root. Types are included. */
const importsOf = (file: string): string[] => {
  const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  const statements = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)];
  const requests = statements.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
  const own = requests.filter((request) => request.startsWith('.'));
  return [...new Set(own)].map((request) => withSlashes(relative(root, resolve(root, dirname(file), request))));
};

/** Replaces backslashes, which separate the parts of a path on Windows. */
const withSlashes = (path: string): string => path.replaceAll('\\', '/');

const files = globSync('{packages/*/{src,test},tools/*,examples,test}/**/*.ts', { cwd: root }).map(withSlashes);
const graph = new Map(files.map((file) => [file, importsOf(file)]));

/** Returns every cycle of imports as a path. */
const circles = (): string[] => {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file].join(' -> '));
    if (start >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return found;
};

const roomInCore = (file: string): string | undefined => /^packages\/core\/src\/(\w+)\/(?!index)/.exec(file)?.[1];

const roomInLocalPlatform = (file: string): string | undefined => /^packages\/local-platform\/src\/([\w-]+)\//.exec(file)?.[1];

/** Returns the imports between rooms that the table does not allow. */
const wrongImports = (rooms: Rooms, roomOf: (file: string) => string | undefined): string[] =>
  files.flatMap((file) => {
    const room = roomOf(file);
    const allowed = rooms[room ?? ''];
    if (!allowed) return [];
    const targets = (graph.get(file) ?? []).filter((target) => ![room, ...allowed].includes(roomOf(target)));
    return targets.map((target) => `${file} -> ${target}`);
  });

it('imports form no cycle, including types', () => {
  expect(graph.size).toBeGreaterThan(500);
  expect(circles()).toEqual([]);
});

it('imports in core point only to lower rooms', () => {
  expect(wrongImports(CORE, roomInCore)).toEqual([]);
});

it('imports in the local platform point only to lower rooms', () => {
  expect(wrongImports(LOCAL_PLATFORM, roomInLocalPlatform)).toEqual([]);
});

const sources = files.filter((file) => file.startsWith('packages/local-platform/src/'));

it('every file of the local platform except its entry is in a room of the table', () => {
  const homeless = sources.filter((file) => !Object.hasOwn(LOCAL_PLATFORM, roomInLocalPlatform(file) ?? ''));
  expect(homeless).toEqual(['packages/local-platform/src/index.ts']);
});
