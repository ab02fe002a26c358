import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { assumedCodes } from '../../tools/docs/generator/errors/assumed-codes.ts';
import { serviceMethods } from '../helpers/service-methods.ts';

interface Code {
  readonly code: string;
  readonly from: string;
  /** The HTTP status. Codes of the SDK have an error kind instead. */
  readonly status: string;
  readonly happened: string;
  readonly advice: string;
}

const codes = createRequire(import.meta.url)('@platform-sdk/core/codes.json') as readonly Code[];
const documented = codes.filter(({ status }) => !status.startsWith('`'));

it('the list of error codes contains every code of a contract, under its service', () => {
  const named = serviceMethods.flatMap(({ service, operation }) =>
    (operation.errors ?? []).flatMap((error) => (typeof error === 'string' ? [`${service} ${error}`] : [])),
  );
  const listed = codes.map(({ from, code }) => `${from} ${code}`);
  expect([...new Set(named)].filter((each) => !listed.includes(each))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

it('the list of error codes explains every code in sentences', () => {
  const unclear = codes.filter(({ happened, advice }) => ![happened, advice].every((sentence) => /^[A-Z].*\.$/s.test(sentence)));
  expect(unclear).toEqual([]);
});

/** Codes in the sources of the local platform that no service sends. */
const NEVER_SENT = ['AGENT_REQUIRED', 'INTERNAL', 'UNREADABLE', 'UNSUPPORTED_TYPE'];

it('every code in the sources of the local platform is listed as documented or assumed', () => {
  // The control API has separate codes, and sweeps imitate errors of Node, so their sources are skipped.
  const files = globSync('packages/local-platform/src/**/*.ts').filter(
    (file) => !/[\\/](?:command|control|documents|faults|testing)[\\/]/.test(file),
  );
  const CODE = /(?:\b(?:refuse|decline)\(\s*\d+,\s*|\bcode: |\bUNSUPPORTED_\w+ = )'([A-Z]+(?:_[A-Z]+)*)'/g;
  const used = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(CODE)].map(([, code = '']) => code));
  const assumed = assumedCodes.map(({ code }) => code);
  expect(used.length).toBeGreaterThan(80);
  const known = [...documented.map((each) => each.code), ...assumed, ...NEVER_SENT];
  expect(
    [...new Set(used)].filter((code) => !known.includes(code)),
    'step 2: add the code to tools/docs/generator/errors/assumed-codes.ts, and run `pnpm tool reference`',
  ).toEqual([]);
  expect([...assumed, ...NEVER_SENT].filter((code) => !used.includes(code))).toEqual([]);
});

it('no code is listed as assumed for a service that documents it', () => {
  const listed = documented.map(({ from, code }) => `${from} ${code}`);
  expect(
    assumedCodes.flatMap(({ code, from }) => from.map((service) => `${service} ${code}`)).filter((each) => listed.includes(each)),
  ).toEqual([]);
});
