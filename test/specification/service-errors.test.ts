import { isPlatformError } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { callMethod, describeOutcome, serviceMethods } from '../helpers/service-methods.ts';

/** All operations except a sign-out, which succeeds even after an error response. */
const methods = serviceMethods.filter(({ name }) => name !== 'auth.logout');

/** Returns the name of a method in its client, such as `agentPasses.list`. */
const nameOf = ({ name }: (typeof methods)[number]): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The error bodies of the control plane, of memory, of the services with FastAPI, and of analytics. */
const BODIES = [
  { errors: [{ status: '404', code: 'NOT_FOUND', detail: 'It does not exist.' }] },
  { error: { code: 'NOT_FOUND', message: 'It does not exist.' } },
  { detail: 'It does not exist.' },
  { message: 'It does not exist.' },
];

it('every operation throws the status, the message and the name of a failure that its service reports', async () => {
  const wrong: string[] = [];
  for (const method of methods)
    for (const body of BODIES) {
      const outcome = await callMethod(method, Response.json(body, { status: 404 }));
      const { error } = outcome;
      const isExpected =
        isPlatformError(error) &&
        error.kind === 'http' &&
        error.operation === nameOf(method) &&
        error.status === 404 &&
        error.outcome === 'rejected' &&
        error.detail === 'It does not exist.' &&
        error.attempts === 1;
      if (!isExpected) wrong.push(`${method.name}, ${JSON.stringify(body)}: ${describeOutcome(outcome)}`);
    }
  expect(wrong).toEqual([]);
});
