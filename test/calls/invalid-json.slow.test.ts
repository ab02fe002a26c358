import { isPlatformError } from '@platform-sdk/core';
import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { callMethod, describeOutcome, serviceMethods } from '../helpers/service-methods.ts';

/** Strings that some parsers accept as JSON, from the JSONTestSuite. A short run tests the first five. */
const ALMOST_JSON = [
  '{"a":1,}',
  '{"a":1',
  '[1 true]',
  '{"a":"b"}}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '[NaN]',
  '{"a":"\n"}',
  '[1,]',
  '[,1]',
  '[01]',
  '[1.]',
  '[.5]',
  '[+1]',
  '[0x1]',
  '[-Infinity]',
  '{a:1}',
  '{"a":1}#',
  '{"a":/*c*/1}',
  '{"a" 1}',
  '["\\x00"]',
  '["\\u00A"]',
  '["a\0"]',
  '[\u2060]',
  '{"a":1}\0',
  '[True]',
  'nul',
  '"',
] as const;

const texts = ALMOST_JSON.slice(0, longCount(5, ALMOST_JSON.length));

/** All methods except `auth.logout`, which always succeeds, and the export of a log, which does not check that its file is valid JSON. */
const methods = serviceMethods.filter(({ name }) => name !== 'auth.logout' && name !== 'agent-passes.activity.export');

/** Returns true if the text is a success: the operation documents no result, and the text does not begin like JSON that reports a failure. */
const isSuccess = ({ operation }: (typeof methods)[number], text: string): boolean =>
  (operation.output.type === 'nothing' || operation.output.optional === true) && !/^[[{]/.test(text);

it('no operation returns a result for invalid JSON', async () => {
  const wrong: string[] = [];
  for (const method of methods)
    for (const text of texts.filter((each) => !isSuccess(method, each))) {
      const outcome = await callMethod(method, new Response(text, { headers: { 'Content-Type': 'application/json' } }));
      const { error } = outcome;
      if (!isPlatformError(error) || !/^(?:invalid-response|truncated|archive)$/.test(error.kind))
        wrong.push(`${method.name}, ${text}: ${describeOutcome(outcome)}`);
    }
  expect(wrong).toEqual([]);
  expect(methods.length).toBeGreaterThan(110);
});

it('an error response with invalid JSON keeps its status', async () => {
  const wrong: string[] = [];
  // `auth.logout` succeeds even after an error response.
  for (const method of serviceMethods.filter(({ name }) => name !== 'auth.logout'))
    for (const text of texts) {
      const outcome = await callMethod(method, new Response(text, { status: 409, headers: { 'Content-Type': 'application/json' } }));
      const { error } = outcome;
      if (!isPlatformError(error) || error.kind !== 'http' || error.status !== 409 || error.outcome !== 'rejected')
        wrong.push(`${method.name}, ${text}: ${describeOutcome(outcome)}`);
    }
  expect(wrong).toEqual([]);
});
