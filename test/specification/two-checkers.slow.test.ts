import type { SchemaData } from '@platform-sdk/core/contract';
import { problemsOf, responseProblemsOf } from '@platform-sdk/core/internal';
import { zodProblemsOf } from '@platform-sdk/core/server';
import { expect, it } from 'vitest';
import { sampleOf } from '../helpers/sample-values.ts';
import { serviceMethods } from '../helpers/service-methods.ts';

const CONTENTS = [undefined, null, '', ' ', 'x', 'x'.repeat(5000), 0, -1, 1.5, 1e9, Number.NaN, true, [], [null], ['x', 7], {}, { a: [1] }];

/** Yields other values, and changed copies of the value. In a copy, at any depth, a member is replaced or a list gets another item. */
function* mutationsOf(value: unknown): Generator<unknown> {
  yield* CONTENTS;
  if (typeof value !== 'object' || value === null || value instanceof Blob) return;
  for (const [key, member] of Object.entries(value)) {
    for (const content of mutationsOf(member))
      yield Array.isArray(value) ? [...(value as unknown[]), content] : { ...value, [key]: content };
  }
}

const schemas = serviceMethods.flatMap(({ name, operation: { input, output } }) => [
  { name: `${name} input`, schema: input as SchemaData, isResponse: false },
  { name: `${name} output`, schema: output as SchemaData, isResponse: true },
]);

it('problemsOf and zodProblemsOf find the same problems in the same order in inputs and responses of every operation', () => {
  let compared = 0;
  const different: string[] = [];
  for (const { name, schema, isResponse } of schemas) {
    for (const value of mutationsOf(sampleOf(schema, true))) {
      const own = (isResponse ? responseProblemsOf : problemsOf)(schema, value);
      const byZod = zodProblemsOf(schema, value, { isResponse });
      compared++;
      if (JSON.stringify(own) !== JSON.stringify(byZod)) different.push(`${name}: ${JSON.stringify({ own, byZod })}`);
    }
  }
  expect(different.slice(0, 5)).toEqual([]);
  expect(compared).toBeGreaterThan(20_000);
});
