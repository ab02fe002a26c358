import type { FindingKind, SweepCell, SweepReport } from '../platform/sweep-report.ts';
import { JOURNEY, sweepFaults } from './faults.ts';

const EFFECTS: Readonly<Record<FindingKind, string>> = {
  doubled: 'creates records twice',
  lost: 'reports success although a change is missing',
  hangs: 'hangs',
  crashed: 'crashes',
  secret: 'shows a secret',
  'not-a-platform-error': 'throws an error that does not explain itself',
  invariant: 'breaks the invariant',
};

/** Returns the title of a finding, such as `creates records twice if wallets.transact#1 loses its response`. */
export const titleOfFinding = (kind: FindingKind, { call, faultName }: { readonly call: string; readonly faultName: string }): string => {
  const about = sweepFaults.find(({ name }) => name === faultName)?.about;
  return `${EFFECTS[kind]} if ${call === JOURNEY ? 'the process ends as soon as it returns' : `${call} ${about}`}`;
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

interface PastedTest {
  readonly name: string;
  readonly cell: string;
  readonly title: string;
  readonly message: string;
  /** The options of the sweep that found the problem. */
  readonly options: { readonly invariant?: unknown; readonly accepts?: unknown; readonly hangsAfterMs?: number };
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Returns the source of a vitest test that runs one cell. The test names functions that the user must import. */
export const pasteableTest = ({ name, cell, title, message, options: { invariant, accepts, hangsAfterMs } }: PastedTest): string => {
  const journey = name === JOURNEY || !IDENTIFIER.test(name) ? 'journey' : name;
  const functions = ['local', journey, ...(invariant ? ['invariant'] : []), ...(accepts ? ['accepts'] : [])];
  const options = [
    'local',
    journey === 'journey' ? journey : `journey: ${journey}`,
    ...(invariant ? ['invariant'] : []),
    ...(accepts ? ['accepts'] : []),
    ...(hangsAfterMs === undefined ? [] : [`hangsAfterMs: ${hangsAfterMs}`]),
    `only: [${JSON.stringify(cell)}]`,
  ];
  return [
    `import { sweep } from '@platform-sdk/local-platform/testing';`,
    `import { expect, it } from 'vitest';`,
    `// Import ${functions.join(', ')} as in your sweep.`,
    ``,
    `// Found: ${message.replaceAll(/\s+/g, ' ')}`,
    `it(${JSON.stringify(`${name} never ${title}`)}, async () => {`,
    `  const { findings } = await sweep({ ${options.join(', ')} });`,
    `  expect(findings).toEqual([]);`,
    `});`,
  ].join('\n');
};

const MARKS: Readonly<Record<FindingKind, string>> = {
  doubled: 'D',
  lost: 'L',
  hangs: 'H',
  crashed: 'C',
  secret: 'S',
  'not-a-platform-error': 'E',
  invariant: 'I',
};

const markOf = (cell: SweepCell | undefined): string => {
  if (!cell) return '';
  const [first] = cell.findings;
  return first ? MARKS[first] : cell.result === 'failed' ? 'x' : '.';
};

/** Formats a report for a terminal: a table with a row for each call and a column for each fault, then the findings. */
export const formatSweep = ({ journey, calls, faults, cells, findings, runs }: SweepReport): string => {
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  const rows = [...calls.map(({ id }) => id), JOURNEY].filter((id) => cells.some(({ call }) => call === id));
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const line = (name: string, values: readonly string[]): string =>
    [name.padEnd(width), ...values.map((value, index) => value.padEnd(faults[index]?.length ?? 0))].join('  ').trimEnd();
  return [
    `${journey}: ${counted(findings.length, 'finding')} in ${counted(cells.length, 'cell')}, ${counted(runs, 'run')}`,
    line('', faults),
    ...rows.map((id) =>
      line(
        id,
        faults.map((fault) => markOf(byId.get(`${id}/${fault}`))),
      ),
    ),
    '. done, x failed with an error that explains itself, D doubled, L lost, H hangs, C crashed, S secret, E other error, I invariant',
    ...findings.flatMap(({ title, message, cell }) => [`- ${cell}: ${title}`, `  ${message}`]),
  ].join('\n');
};

/** A function that declares a test, such as `it` of vitest or `test` of node:test. */
export type DeclareTest = (title: string, run: () => void) => unknown;

/** Declares a failing test for each finding. Without findings, declares one passing test. Pass `it` of vitest or `test` of node:test. */
export const testFindings = ({ journey, cells, findings }: SweepReport, declare: DeclareTest): void => {
  if (findings.length === 0) declare(`${journey} keeps its promises in ${counted(cells.length, 'cell')}`, () => undefined);
  for (const { cell, title, message, test } of findings)
    declare(`${journey} never ${title}`, () => {
      throw new Error(`${cell}: ${message}. This test fails until ${journey} is repaired:\n\n${test}`);
    });
};
