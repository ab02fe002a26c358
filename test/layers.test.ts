import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.ts';

/** What each room of core may import, from the lowest room to the highest. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  diagnostics: [],
  schema: [],
  time: ['diagnostics'],
  http: ['diagnostics', 'time'],
  session: ['diagnostics', 'time'],
  operation: ['diagnostics', 'schema', 'time', 'http', 'session'],
  streams: ['diagnostics', 'time', 'schema', 'http', 'operation'],
  client: ['diagnostics', 'time', 'schema', 'http', 'session', 'operation', 'streams'],
};

/** The relative imports and re-exports of a file, types included, as paths from the root. */
const importsOf = (file: string): string[] => {
  const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  const statements = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)];
  const requests = statements.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
  const own = requests.filter((request) => request.startsWith('.'));
  return [...new Set(own)].map((request) => relative(root, resolve(root, dirname(file), request)));
};

const files = globSync('{packages/*/{src,test},scripts,examples,test}/**/*.ts', { cwd: root });
const graph = new Map(files.map((file) => [file, importsOf(file)]));

/** Circles of imports, each as the path that leads round. */
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

const roomOf = (file: string): string | undefined => /^packages\/core\/src\/(\w+)\/(?!index)/.exec(file)?.[1];

describe('imports', () => {
  it('form no circle, types included', () => {
    expect(graph.size).toBeGreaterThan(500);
    expect(circles()).toEqual([]);
  });

  it('of core point only to rooms further down', () => {
    const wrong = files.flatMap((file) => {
      const allowed = ROOMS[roomOf(file) ?? ''];
      if (!allowed) return [];
      const targets = (graph.get(file) ?? []).filter((target) => ![roomOf(file), ...allowed].includes(roomOf(target)));
      return targets.map((target) => `${file} -> ${target}`);
    });
    expect(wrong).toEqual([]);
  });
});
