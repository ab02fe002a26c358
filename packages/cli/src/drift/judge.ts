import type { AnyOperation } from '@platform-sdk/core/contract';
import { responseProblemsOf } from '@platform-sdk/core/internal';
import type { Confidence } from '@platform-sdk/core';
import { allOperations, type NamedOperation } from '../catalogue.ts';
import type { Sample } from './caller.ts';
import { compareDocuments, type Comparison, type FieldFinding } from './compare-documents.ts';
import { errorCodeOf, errorFormOf, EXPECTED_FORMS, type ErrorForm } from './error-form.ts';
import { expectedResponse } from './expected.ts';
import type { Finding } from './finding.ts';
import { headerFindings } from './headers.ts';
import type { OperationRecord, Refusal } from './record.ts';
import { formOf } from './withhold.ts';

/** The result of a run for an undocumented name. */
export interface NameReading {
  readonly operation: string;
  readonly name: string;
  readonly confidence: Confidence;
  readonly verdict: 'confirmed' | 'refuted' | 'not-seen';
  /** The name that the environment uses instead. */
  readonly found?: string;
}

/** The findings and names of one operation. */
export interface Judgement {
  readonly findings: Finding[];
  readonly names: NameReading[];
  /** The environment's names, in the format of the `wireNames` option. */
  readonly renames: Readonly<Record<string, string>>;
}

/** Compares all responses of one operation with its contract. */
export const judge = (record: OperationRecord): Judgement => {
  const { named, successes, refusals, requestNames } = record;
  const { operation, name } = named;
  const comparison = compareDocuments(expectedResponse(operation), documentsOf(successes));
  const findings = [
    ...fieldFindings(operation, comparison, successes).map((found) => ({ ...found, operation: name })),
    ...statusFindings(record),
    ...refusals.flatMap((refusal) => refusalFindings(named, refusal)),
    ...headerFindings(record),
  ];
  const requested = [...requestNames].flatMap(([each, { found }]) => (found === undefined ? [] : [[each, found] as const]));
  const renames = { ...comparison.renames, ...Object.fromEntries(requested) };
  for (const [where, found] of requested)
    if (!comparison.renames[where])
      findings.push({ operation: name, kind: 'renamed', level: 'difference', where, expected: lastOf(where), found });
  for (const [where, { ignored }] of requestNames)
    if (ignored)
      findings.push({ operation: name, kind: 'value', level: 'note', where, expected: 'impossible values are rejected', found: 'ignored' });
  return { findings: distinct(findings), names: nameReadings(record, comparison), renames };
};

/** Returns the bodies of successful responses. Responses without a body are omitted, because they show no fields. */
const documentsOf = (successes: readonly Sample[]): unknown[] =>
  successes.map(({ document }) => document).filter((document) => document !== undefined && document !== '');

const lastOf = (where: string): string => where.split('.').at(-1) ?? where;

/** Returns the findings about fields, with their level. A finding is a note if the client accepts the field anyway. */
const fieldFindings = (
  operation: AnyOperation,
  { findings, renames }: Comparison,
  successes: readonly Sample[],
): Omit<Finding, 'operation'>[] => {
  const problems = readerProblems(operation, successes);
  const levelOf = ({ kind, where }: FieldFinding): Finding['level'] => {
    if (kind === 'renamed') return 'difference';
    if (kind === 'extra') return 'note';
    return problems.has(lastOf(where)) || problems.has('') ? 'difference' : 'note';
  };
  return findings
    .filter(({ kind, where }) => kind !== 'missing' || !Object.hasOwn(renames, where))
    .map((finding) => ({ ...finding, level: levelOf(finding) }));
};

/** Returns the names of the fields that the contract rejects, without the path before the name. An empty name means a whole document. */
const readerProblems = ({ output }: AnyOperation, successes: readonly Sample[]): Set<string> => {
  const names = documentsOf(successes).flatMap((document, index) => {
    try {
      const value: unknown = output.read ? output.read(document, successes[index]?.status ?? 200) : document;
      if (value === undefined || value === null) return [''];
      return responseProblemsOf(output, value).map(({ field }) => lastOf(field.replaceAll(/\.\d+$/g, '')));
    } catch {
      return [''];
    }
  });
  return new Set(names);
};

const successStatus = ({ status }: AnyOperation): readonly number[] => (typeof status === 'function' ? [200, 201] : [status ?? 200]);

const statusFindings = ({ named, successes, failures, unreachable }: OperationRecord): Finding[] => {
  const { name: operation, operation: contract } = named;
  const wanted = successStatus(contract);
  const other = successes.filter(({ status }) => !wanted.includes(status) && !(isEmpty(contract) && [200, 201, 202, 204].includes(status)));
  const finding = (level: Finding['level'], kind: Finding['kind'], found: string): Finding => {
    return { operation, kind, level, where: 'the status', expected: wanted.join(' or '), found };
  };
  return [
    ...other.map(({ status }) => finding('note', 'status', String(status))),
    ...failures.map(({ status, document }) => finding(failureLevel(status), 'failed', `${status}, ${errorFormOf(document)}`)),
    ...unreachable.map((kind) => finding('difference', 'failed', `no response (${kind})`)),
  ];
};

const isEmpty = ({ output }: AnyOperation): boolean => output.type === 'nothing' || output.optional === true;

/** Returns the level of a failure. A failure because of the account's credits, permissions or quota is a note. */
const failureLevel = (status: number): Finding['level'] => ([402, 403, 429].includes(status) ? 'note' : 'difference');

const refusalFindings = (named: NamedOperation, { probe, expected, sample }: Refusal): Finding[] => {
  const { name: operation, base } = named;
  const { status, document } = sample;
  const findings: Finding[] = [];
  // The service rejected the credentials before it found the mistake.
  if (probe !== 'wrong credentials' && (status === 401 || (status === 403 && probe === 'invalid input'))) {
    const found = `${status}, ${errorFormOf(document)}`;
    return [{ operation, kind: 'failed', level: failureLevel(status), where: 'the credentials', expected: 'accepted', found }];
  }
  const where = `the response to ${probe === 'wrong credentials' ? 'wrong credentials' : `an ${probe}`}`;
  if (!expected.includes(status)) {
    const level = status < 400 ? 'difference' : 'note';
    findings.push({ operation, kind: 'status', level, where, expected: expected.join(' or '), found: String(status) });
  }
  if (status < 400) return findings;
  const form = errorFormOf(document);
  const forms = EXPECTED_FORMS[base];
  if (!forms.includes(form))
    findings.push({ operation, kind: 'error-form', level: 'difference', where, expected: forms.join(' or '), found: form });
  const [code, codes] = [errorCodeOf(document), codesFor(named, probe)];
  if (expected.includes(status) && CODED.includes(form) && codes.length > 0 && !codes.includes(code ?? '')) {
    const found = code === undefined ? 'no code' : `an unknown code (${formOf(code)})`;
    findings.push({ operation, kind: 'error-form', level: 'difference', where, expected: codes.join(' or '), found });
  }
  return findings;
};

/** The pattern of the expected codes for each provoked failure. */
const CODE_OF: Readonly<Record<Refusal['probe'], RegExp>> = {
  'wrong credentials': /^AUTHENTICATION_FAILED$/,
  'unknown id': /_NOT_FOUND$/,
  'invalid input': /^VALIDATION_ERROR$/,
};

/** Returns the documented codes for a provoked failure: those of the operation, or else those of its service. */
const codesFor = ({ service, operation }: NamedOperation, probe: Refusal['probe']): readonly string[] => {
  const codesOf = ({ errors = [] }: AnyOperation): string[] =>
    errors.filter((error) => typeof error === 'string').filter((code) => CODE_OF[probe].test(code));
  const own = codesOf(operation);
  const ofService = allOperations().filter((each) => each.service === service);
  return [...new Set(own.length > 0 ? own : ofService.flatMap((each) => codesOf(each.operation)))];
};

/** The formats whose codes are compared. JSON:API is missing, because its services document codes only for a few failures. */
const CODED: readonly ErrorForm[] = ['error{code,message}', 'success and error'];

/** Returns whether the contract lacks the code of a failure, although it lists codes for such failures. */
export const hasUnknownCode = (named: NamedOperation, probe: Refusal['probe'], document: unknown): boolean => {
  const code = errorCodeOf(document);
  const codes = codesFor(named, probe);
  return CODED.includes(errorFormOf(document)) && codes.length > 0 && code !== undefined && !codes.includes(code);
};

const nameReadings = ({ named, requestNames }: OperationRecord, { states, renames }: Comparison): NameReading[] =>
  Object.entries(named.operation.undocumented ?? {}).map(([name, confidence]): NameReading => {
    const reading = { operation: named.name, name, confidence };
    const other = renames[name];
    if (other !== undefined) return { ...reading, verdict: 'refuted', found: other };
    const state = states.get(name);
    if (state === 'present') return { ...reading, verdict: 'confirmed' };
    if (state === 'other-type') return { ...reading, verdict: 'refuted' };
    if (state === 'absent' && isRequired(named.operation, name)) return { ...reading, verdict: 'refuted' };
    return { ...reading, verdict: 'not-seen', ...requestNames.get(name) };
  });

const isRequired = (operation: AnyOperation, name: string): boolean => {
  let place = expectedResponse(operation);
  for (const part of name.split('.')) {
    while (place.items) place = place.items;
    const next = place.fields?.[part];
    if (!next) return false;
    place = next;
  }
  return !place.optional;
};

const distinct = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((each) => [[each.operation, each.kind, each.where, each.found].join('\n'), each])).values(),
];
