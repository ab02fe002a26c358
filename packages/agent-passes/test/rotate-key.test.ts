import { isKeyLostError } from '@platform-sdk/agent-passes';
import type { PlatformError } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { benchOf, failureOf, headersOf, json, one, organizationsUrl, pass, passDocument, recordingFetch, signedIn, text } from './bench.ts';

const lost = /old key (?:is|may be) invalid, \w+ the new one was not returned/;
const reset = Object.assign(new TypeError('terminated'), { cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) });
const refused = Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });

it('agentPasses.rotateKey sends a POST without a body, and returns the pass with its new key', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json(passDocument({}, { secretKey: 'key-2' }))));
  await expect(agentPasses.rotateKey(one)).resolves.toEqual({ ...pass, meta: { secretKey: 'key-2' } });
  expect(wire.only()).toMatchObject({
    method: 'POST',
    url: `${organizationsUrl}/organizations/org-1/projects/7/agent_passes/pass-1/rotate_key`,
    body: undefined,
  });
  expect(headersOf(wire.only())).toEqual(signedIn);
});

it.each([
  ['a broken connection', reset, { kind: 'network', outcome: 'unknown', code: 'ECONNRESET' }],
  ['a server error', json({ error: 'Something broke' }, 502), { kind: 'http', outcome: 'unknown', status: 502 }],
  [
    'a response that is not JSON',
    text('{"data":{"id":"pass-1"', 200),
    { kind: 'invalid-response', outcome: 'likely-applied', status: 200 },
  ],
])('agentPasses.rotateKey reports after %s that the new key is lost, and does not retry', async (_, answer, facts) => {
  const { agentPasses, wire } = await benchOf(recordingFetch(answer));
  const failure = (await failureOf(agentPasses.rotateKey(one))) as PlatformError;
  expect(failure).toMatchObject({ operation: 'agentPasses.rotateKey', attempts: 1, ...facts });
  expect(failure.message).toMatch(lost);
  expect(isKeyLostError(failure)).toBe(true);
  expect(wire.sent).toHaveLength(1);
});

it('agentPasses.rotateKey reports a lost key after an abort', async () => {
  const controller = new AbortController();
  const { agentPasses } = await benchOf(
    recordingFetch(() => {
      controller.abort();
      return new Promise(() => undefined);
    }),
  );
  const failure = (await failureOf(agentPasses.rotateKey(one, { signal: controller.signal }))) as PlatformError;
  expect(failure.kind).toBe('aborted');
  expect(failure.message).toMatch(lost);
});

it.each([
  ['rejected', json({ errors: [{ code: 'AGENT_PASS_REVOKED', detail: 'Activate it first.' }] }, 422), 'rejected'],
  ['not sent', refused, 'not-sent'],
])('agentPasses.rotateKey reports no lost key if the call was %s', async (_, answer, outcome) => {
  const { agentPasses } = await benchOf(recordingFetch(answer));
  const failure = (await failureOf(agentPasses.rotateKey(one))) as PlatformError;
  expect(failure.outcome).toBe(outcome);
  expect(failure.message).not.toMatch(lost);
  expect(isKeyLostError(failure)).toBe(false);
});

it('isKeyLostError returns false for a lost response of another operation', async () => {
  const { agentPasses } = await benchOf(recordingFetch(reset));
  expect(isKeyLostError(await failureOf(agentPasses.update({ ...one, title: 'Releases' }, { retry: false })))).toBe(false);
});
