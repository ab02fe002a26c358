import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { serviceMethods } from '../helpers/service-methods.ts';

interface Code {
  readonly code: string;
  readonly from: string;
  readonly happened: string;
  readonly advice: string;
}

const codes = createRequire(import.meta.url)('@platform-sdk/core/codes.json') as readonly Code[];

it('lists every code that a contract names, under its service', () => {
  const named = serviceMethods.flatMap(({ service, operation }) =>
    (operation.errors ?? []).flatMap((error) => (typeof error === 'string' ? [`${service} ${error}`] : [])),
  );
  const listed = codes.map(({ from, code }) => `${from} ${code}`);
  expect([...new Set(named)].filter((each) => !listed.includes(each))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

it('explains every code in sentences', () => {
  const unclear = codes.filter(({ happened, advice }) => ![happened, advice].every((sentence) => /^[A-Z].*\.$/s.test(sentence)));
  expect(unclear).toEqual([]);
});
