import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { Visitor } from 'oxc-parser';
import { withObjects } from './contract-objects.ts';
import { parseSource } from './parse-source.ts';

/** Members of a contract that only mocks, the local platform and the reference use. */
const NOTES: ReadonlySet<string> = new Set(['undocumented', 'errors', 'write']);

/** Names of wire names, for `undocumented`. */
const NAMES = /^undocumented$|Names$/;

/** Returns a contract's source without its notes, and with plain objects for its operations; every line keeps its number. */
export function withoutNotes(path: string, source: string): string {
  const { program } = parseSource(path, source);
  let text = source;
  const names: { start: number; end: number }[] = [];
  const blank = (start: number, end: number): void => {
    text = text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end);
  };
  const remove = ({ start, end }: { readonly start: number; readonly end: number }): void =>
    blank(start, end + (/^\s*,/.exec(source.slice(end))?.[0].length ?? 0));
  new Visitor({
    // A pattern has properties too, and its names are variables.
    ObjectExpression({ properties }) {
      for (const property of properties) {
        if (property.type !== 'Property') continue;
        const { key, value } = property;
        // A field of a response may have such a name too; its schema is a call.
        if (key.type !== 'Identifier' || !NOTES.has(key.name) || (key.name === 'errors' && value.type === 'CallExpression')) continue;
        remove(property);
      }
    },
    // Only notes use these, and a bundler keeps an object with a spread.
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && NAMES.test(id.name) && init?.type === 'ObjectExpression') names.push(init);
    },
    // The function returns its argument.
    CallExpression({ callee, arguments: [given] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'operation' || !given) return;
      blank(callee.start, source.lastIndexOf('(', given.start));
      // Only mocks need the status of an operation. Fields of responses may have the same name.
      for (const each of given.type === 'ObjectExpression' ? given.properties : [])
        if (each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === 'status') remove(each);
    },
  }).visit(program);
  for (const { start, end } of names.toReversed())
    text = `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`;
  // Without the mark, the call is kept for possible side effects.
  return text.replace(/(?<== )attributeNames\(/g, '/* @__PURE__ */ attributeNames(');
}

/** Makes the contracts of clients smaller than their sources: without notes and calls that only check types, and with objects instead of modules. */
export const slimContract: Plugin = {
  name: 'slim contract',
  setup(build) {
    build.onLoad({ filter: /packages[\\/][\w-]+[\\/]src[\\/].*contract.*\.ts$/ }, async ({ path }) => ({
      contents: await withObjects(path, withoutNotes(path, await readFile(path, 'utf8'))),
      loader: 'ts',
    }));
  },
};
