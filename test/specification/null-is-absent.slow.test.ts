import type { SchemaData } from '@platform-sdk/core/contract';
import { problemsOf, responseProblemsOf } from '@platform-sdk/core/internal';
import { writeResponse } from '@platform-sdk/core/server';
import { longCount } from '@platform-sdk/test-helpers';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../helpers/sample-values.ts';
import { callMethod, describeOutcome, serviceMethods, type Outcome, type ServiceMethod } from '../helpers/service-methods.ts';

type Path = readonly (string | number)[];
interface Field {
  readonly path: Path;
  readonly schema: SchemaData;
}

/** Returns every field of a schema, including the fields of nested objects, list items and related resources. */
const fieldsOf = (schema: SchemaData, path: Path = []): Field[] => {
  const { properties = {}, items, values, related, anyOf } = schema;
  const inner = items ?? related;
  // The sample value belongs to the last alternative.
  if (anyOf) return fieldsOf(anyOf.at(-1) ?? schema, path);
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      { path: [...path, name], schema: field },
      ...fieldsOf(field, [...path, name]),
    ]),
    ...(inner ? fieldsOf(inner, [...path, 0]) : []),
    ...(values ? fieldsOf(values, [...path, 'key']) : []),
  ];
};

// `type` is excluded, because the test writes it into every resource.
const isOptional = ({ path, schema: { optional, type, anyOf } }: Field): boolean =>
  optional === true && (type !== 'any' || anyOf !== undefined) && path.at(-1) !== 'type';
const isRequired = ({ schema: { optional } }: Field): boolean => optional !== true;

/** Fields that only some forms of an output contain, which depends on the input or the status. */
const OF_ONE_FORM = /^(auth\.register (session|userId)|search\.search .*|upload\.upload .*)$/;

/** Fields that a response must contain: tokens of a session, status of a registration, list of a page, choices of a completion. */
const INDISPENSABLE =
  /^auth\.(?!tokenInfo|validate).*(accessToken|refreshToken|status)$|^(wallets\.transactions|wallets\.transfers\.list|analytics\.traces\.list|agent-passes\.activity\.list) data$|^(gateway|search)\.chat choices$|^memory\.sessions\.list sessions$|^memory\.memories\.list memories$/;

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((place, key) => (place as Readonly<Record<string | number, unknown>> | undefined)?.[key], value);

/** Returns a copy with one field set to `null`. With undefined, the field is removed. */
const withField = (value: unknown, path: Path, content: null | undefined): unknown => {
  const changed = structuredClone(value);
  const parent = at(changed, path.slice(0, -1)) as Record<string | number, unknown>;
  const name = path.at(-1) as string;
  if (content === null) parent[name] = null;
  else delete parent[name];
  return changed;
};

const labelOf = ({ name }: ServiceMethod, { path }: Field): string => `${name} ${path.join('.')}`;
const wholes = serviceMethods.filter(({ operation }) => operation.output.type !== 'nothing' && operation.output.type !== 'any');
const plain = wholes.filter(({ operation }) => !('stream' in operation));

/** Changes one field of each sample response. Returns the label and the outcome of each unexpected call. */
const wrongOf = async (
  isTried: (field: Field) => boolean,
  content: null | undefined,
  validation: 'report' | 'throw' | 'off',
  judge: (outcome: Outcome, field: Field) => boolean,
): Promise<string[]> => {
  const wrong: string[] = [];
  const step = longCount(3, 1);
  for (const method of plain) {
    const whole = sampleOf(method.operation.output, true);
    // A short run tests every third field of an operation.
    for (const field of fieldsOf(method.operation.output).filter((each, index) => index % step === 0 && isTried(each))) {
      const label = labelOf(method, field);
      // The SDK requires these fields, or they only exist in other forms of the response.
      if (method.operation.alwaysValidate?.includes(field.path.join('.'))) continue;
      if (OF_ONE_FORM.test(label) || INDISPENSABLE.test(label)) continue;
      const outcome = await callMethod(method, writeResponse(method.operation, withField(whole, field.path, content)), validation);
      if (!judge(outcome, field)) wrong.push(`${label}: ${describeOutcome(outcome)}`);
    }
  }
  return wrong;
};

it('the samples of all outputs contain more than 400 optional fields', () => {
  expect(plain.flatMap(({ operation }) => fieldsOf(operation.output).filter(isOptional)).length).toBeGreaterThan(400);
});

it('the sample of every output is a valid response', async () => {
  const wrong: string[] = [];
  for (const method of plain) {
    const { operation } = method;
    const outcome = await callMethod(method, writeResponse(operation, sampleOf(operation.output, true)), 'throw');
    if (outcome.error || outcome.shapes.length > 0) wrong.push(`${method.name}: ${describeOutcome(outcome)}`);
  }
  expect(wrong).toEqual([]);
});

describe.each([
  ['null', null],
  ['absent', undefined],
] as const)('an optional field that is %s', (_, content) => {
  it.each(['report', 'throw', 'off'] as const)(
    'a response is accepted and reports no problem if an optional field is missing or null, with validation %s',
    async (validation) => {
      const isHonest = ({ error, shapes, result }: Outcome, { path, schema }: Field): boolean =>
        error === undefined && shapes.length === 0 && at(result, path) === (schema.nullable ? content : undefined);
      expect(await wrongOf(isOptional, content, validation, isHonest)).toEqual([]);
    },
  );

  it('the check of results, also of streams and jobs, reports no problem if an optional field is missing or null', () => {
    const wrong = wholes.flatMap((method) => {
      const { output } = method.operation;
      const whole = sampleOf(output, true);
      return fieldsOf(output)
        .filter(isOptional)
        .filter((field) => responseProblemsOf(output, withField(whole, field.path, content)).length > 0)
        .map((field) => labelOf(method, field));
    });
    expect(wrong).toEqual([]);
  });
});

it.each([
  ['null', null],
  ['absent', undefined],
] as const)('by default, a response whose required field is %s is returned', async (_, content) => {
  expect(await wrongOf(isRequired, content, 'report', ({ error }) => error === undefined)).toEqual([]);
});

it('an input rejects null in optional fields that are not nullable', () => {
  const wrong = serviceMethods.flatMap((method) => {
    const { input } = method.operation;
    const whole = sampleOf(input, true);
    return fieldsOf(input)
      .filter((field) => isOptional(field) && field.schema.nullable !== true)
      .filter((field) => problemsOf(input, withField(whole, field.path, null)).length === 0)
      .map((field) => labelOf(method, field));
  });
  expect(wrong).toEqual([]);
});
