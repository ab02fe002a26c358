import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { Visitor } from 'oxc-parser';
import { parseSource } from './parse-source.ts';

/**
 * Returns a source in which constants at module scope are replaced by their numbers. Bundlers keep such a constant, because it became a
 * variable when the package was built. Every line keeps its number.
 */
export function withNumbers(path: string, source: string): string {
  const { program } = parseSource(path, source);
  const numbers = new Map<string, string>();
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') continue;
    for (const { id, init } of statement.declarations)
      if (id.type === 'Identifier' && /^[A-Z][A-Z_\d]+$/.test(id.name) && init?.type === 'Literal' && typeof init.value === 'number')
        numbers.set(id.name, source.slice(init.start, init.end));
  }
  const places: { readonly start: number; readonly end: number; readonly name: string }[] = [];
  const kept = new Set<number>();
  const keep = ({ start }: { readonly start: number }): void => void kept.add(start);
  new Visitor({
    Identifier: ({ name, start, end }) => void (numbers.has(name) && places.push({ name, start, end })),
    VariableDeclarator: ({ id }) => keep(id),
    // A name after a period, and a number before one.
    MemberExpression: ({ object, property, computed }) => {
      keep(object);
      if (!computed) keep(property);
    },
    // `{ NAME }` is a key too.
    Property: ({ key, computed }) => void (!computed && keep(key)),
    PropertyDefinition: ({ key, computed }) => void (!computed && keep(key)),
    ExportSpecifier: ({ local }) => keep(local),
    TSTypeQuery: ({ exprName }) => keep(exprName),
  }).visit(program);
  let text = source;
  for (const { name, start, end } of places.toSorted((one, other) => other.start - one.start))
    if (!kept.has(start)) text = text.slice(0, start) + (numbers.get(name) ?? name) + text.slice(end);
  return text;
}

/** Builds a package with its constants replaced by numbers. */
export const numbersInPlace: Plugin = {
  name: 'numbers in place',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: withNumbers(path, await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
