import { isPlatformError } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { callMethod, describeOutcome, serviceMethods } from '../helpers/service-methods.ts';

/** All operations except a sign-out, which succeeds even after an error response. */
const methods = serviceMethods.filter(({ name }) => name !== 'auth.logout');

/** Returns the name of a method in its client, such as `agentPasses.list`. */
const nameOf = ({ name }: (typeof methods)[number]): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The error bodies of the control plane, of memory, of the services with FastAPI, and of analytics, each with its code. */
const BODIES: readonly (readonly [body: object, code: string | undefined])[] = [
  [{ errors: [{ status: '404', code: 'NOT_FOUND', detail: 'It does not exist.' }] }, 'NOT_FOUND'],
  [{ error: { code: 'NOT_FOUND', message: 'It does not exist.' } }, 'NOT_FOUND'],
  [{ detail: 'It does not exist.' }, undefined],
  [{ message: 'It does not exist.' }, undefined],
];

it('every operation except a sign-out rejects with the status, code and message that its service reports', async () => {
  const wrong: string[] = [];
  for (const method of methods)
    for (const [body, code] of BODIES) {
      const outcome = await callMethod(method, Response.json(body, { status: 404 }));
      const { error } = outcome;
      const isExpected =
        isPlatformError(error) &&
        error.kind === 'http' &&
        error.operation === nameOf(method) &&
        error.status === 404 &&
        error.code === code &&
        error.outcome === 'rejected' &&
        error.detail === 'It does not exist.' &&
        error.attempts === 1;
      if (!isExpected) wrong.push(`${method.name}, ${JSON.stringify(body)}: ${describeOutcome(outcome)}`);
    }
  expect(wrong).toEqual([]);
});
