import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { Visitor } from 'oxc-parser';
import { functionDepth, parseSource } from './parse-source.ts';

/** A source whose calls at module scope are marked as free of side effects, so that a bundler drops the unused ones. */
function withPureCalls(path: string, source: string): string {
  const { program } = parseSource(path, source);
  const starts: number[] = [];
  const { visits, isAtModuleScope } = functionDepth();
  new Visitor({
    ...visits,
    // A call of a method is parsed with what it is called on: its mark would stand before the wrong call.
    CallExpression({ callee, start }) {
      if (isAtModuleScope() && callee.type === 'Identifier') starts.push(start);
    },
  }).visit(program);
  return starts.reduceRight((text, start) => `${text.slice(0, start)}/* @__PURE__ */ ${text.slice(start)}`, source);
}

/** Nothing at module scope of core's vocabulary has a side effect: schemas are data. */
export const pureCalls: Plugin = {
  name: 'pure calls',
  setup(build) {
    build.onLoad({ filter: /packages[\\/]core[\\/]src[\\/](?:schema|operation)[\\/][\w-]+\.ts$/ }, async ({ path }) => ({
      contents: withPureCalls(path, await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
