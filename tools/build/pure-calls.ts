import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { Visitor } from 'oxc-parser';
import { functionDepth, parseSource } from './parse-source.ts';

/** A source whose calls at module scope are marked as free of side effects, so that a bundler drops unused calls. */
function withPureCalls(path: string, source: string): string {
  const { program } = parseSource(path, source);
  const starts: number[] = [];
  const { visits, isAtModuleScope } = functionDepth();
  new Visitor({
    ...visits,
    // A method call is parsed together with its object, so the mark would precede the wrong call.
    CallExpression({ callee, start }) {
      if (isAtModuleScope() && callee.type === 'Identifier') starts.push(start);
    },
  }).visit(program);
  return starts.reduceRight((text, start) => `${text.slice(0, start)}/* @__PURE__ */ ${text.slice(start)}`, source);
}

/** Core's schema modules have no side effects at module scope: schemas are data. */
export const pureCalls: Plugin = {
  name: 'pure calls',
  setup(build) {
    build.onLoad({ filter: /packages[\\/]core[\\/]src[\\/](?:schema|operation)[\\/][\w-]+\.ts$/ }, async ({ path }) => ({
      contents: withPureCalls(path, await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
