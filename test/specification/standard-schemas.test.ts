import { isPlatformError, toStandardSchema } from '@platform-sdk/core';
import { checkInput } from '@platform-sdk/core/internal';
import { expect, it } from 'vitest';
import { sampleOf } from '../helpers/sample-values.ts';
import { serviceMethods, type ServiceMethod } from '../helpers/service-methods.ts';

type Members = Readonly<Record<string, unknown>>;

const JUNK: readonly unknown[] = ['', 0, -1, 1.5, true, null, [], {}, [{}], Number.NaN, 'x'.repeat(2000), new Date(), () => 1];

/** Returns a valid input, and inputs with a missing, unknown or junk field. */
const inputsOf = ({ operation }: ServiceMethod): unknown[] => {
  const whole = sampleOf(operation.input, true) as Members;
  const fields = Object.keys(operation.input.properties ?? {});
  return [
    sampleOf(operation.input),
    whole,
    { ...whole, unknown: 1 },
    ...fields.flatMap((name) => [{ ...whole, [name]: undefined }, ...JUNK.map((junk) => ({ ...whole, [name]: junk }))]),
    ...JUNK,
  ];
};

/** Returns the field that a call rejects. Returns undefined if the call accepts the input. */
const rejectedField = ({ name, operation }: ServiceMethod, input: unknown): string | undefined => {
  try {
    checkInput(name, operation, input);
    return undefined;
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    return error.field ?? '';
  }
};

it('the Standard Schema of every operation rejects the same inputs as its call, and its first issue names the same field', () => {
  const differences: string[] = [];
  let rejections = 0;
  for (const method of serviceMethods) {
    const { validate } = toStandardSchema(method.operation)['~standard'];
    for (const input of inputsOf(method)) {
      const field = rejectedField(method, input);
      const { issues } = validate(input);
      if (field !== undefined) rejections++;
      if (issues?.[0]?.path.join('.') !== field) differences.push(`${method.name}: ${field} and ${issues?.[0]?.path.join('.')}`);
    }
  }
  expect(differences).toEqual([]);
  expect(rejections).toBeGreaterThan(2000);
});
