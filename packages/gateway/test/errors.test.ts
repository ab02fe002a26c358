import {
  isInsufficientCreditsError,
  isProviderError,
  isRateLimitedError,
  isSubscriptionRequiredError,
  isUnknownModelError,
} from '@platform-sdk/gateway';
import { expect, it } from 'vitest';
import { failureOf, finalOf, hello, json, lines, stream, wire } from './wire.ts';

const guards = { isInsufficientCreditsError, isProviderError, isRateLimitedError, isSubscriptionRequiredError, isUnknownModelError };
const failure = (answer: Response): Promise<unknown> => failureOf(wire([answer]).gateway.chat(hello));
const streamed = (message: object): Promise<unknown> => failureOf(finalOf(stream([...lines.slice(0, 2), message])));
/** Returns the names of the guards that return true. */
const namesOf = (error: unknown): string[] => Object.entries(guards).flatMap(([name, guard]) => (guard(error) ? [name] : []));

const short = {
  detail: 'Insufficient credits',
  error: { code: 'INSUFFICIENT_CREDITS', required_amount: 1.5, checked_wallets: [{ type: 'project', balance: 0 }] },
};
const unsubscribed = { detail: 'Valid subscription required', error: { organization_id: 'org-1', subscription_found: false } };

it.each<[string, Response, string[]]>([
  ['a 402', json(short, 402), ['isInsufficientCreditsError']],
  ['a 402 with an empty body', new Response('', { status: 402 }), ['isInsufficientCreditsError']],
  ['a 403 about the subscription', json(unsubscribed, 403), ['isSubscriptionRequiredError']],
  ['a 403 without the documented fields, whatever its message', json({ detail: 'Valid subscription required' }, 403), []],
  ['any other 403', json({ detail: 'Forbidden' }, 403), []],
  ['a 400 about the model', json({ detail: 'Model acme/gone is inactive' }, 400), ['isUnknownModelError']],
  ['a 400 whose message does not contain "model"', json({ detail: 'gpt-9 does not exist or is inactive' }, 400), ['isUnknownModelError']],
  [
    'a 400 with another code, whose message contains "model"',
    json({ error: { message: 'The context of this model is 8,192 tokens', code: 'context_length_exceeded' } }, 400),
    [],
  ],
  ['a 404 about the model', json({ error: { message: 'No such thing', code: 'model_not_found' } }, 404), ['isUnknownModelError']],
  ['a 400 of a proxy', new Response('<html><title>Bad model</title></html>', { status: 400 }), []],
  ['a 401', json({ detail: 'Invalid API key' }, 401), []],
  ['a 429', json({ detail: 'Rate limit exceeded' }, 429), ['isRateLimitedError']],
  ['a 500', json({ detail: 'The provider failed' }, 500), ['isProviderError']],
  ['a 503', new Response('<html></html>', { status: 503 }), ['isProviderError']],
])('for the error of %s, only the expected guards return true', async (_, answer, expected) => {
  expect(namesOf(await failure(answer))).toEqual(expected);
});

it.each<[string, object, string[]]>([
  ['insufficient credits', short, ['isInsufficientCreditsError']],
  ['a rate limit', { error: { message: 'Slow down', code: 'rate_limit_exceeded' } }, ['isRateLimitedError']],
  ['a failed provider', { error: { message: 'Overloaded' } }, ['isProviderError']],
])('for the error of %s within a stream, only the expected guard returns true', async (_, message, expected) => {
  expect(namesOf(await streamed(message))).toEqual(expected);
});

it('error guards return false for other errors', async () => {
  expect(namesOf(new Error('402'))).toEqual([]);
  expect(namesOf({ status: 429 })).toEqual([]);
  expect(namesOf(await failureOf(finalOf(stream(lines.slice(0, 2)))))).toEqual([]);
});

it('isInsufficientCreditsError exposes the amount and the wallets', async () => {
  const error = await failure(json(short, 402));
  if (!isInsufficientCreditsError(error)) throw error;
  expect(error.message).toMatch(/^Insufficient credits\./);
  expect(error.body?.error?.required_amount).toBe(1.5);
  expect(error.body?.error?.checked_wallets).toEqual([{ type: 'project', balance: 0 }]);
});

it('isSubscriptionRequiredError exposes the organization and its subscription', async () => {
  const error = await failure(json(unsubscribed, 403));
  if (!isSubscriptionRequiredError(error)) throw error;
  expect(error.message).toMatch(/^Valid subscription required\./);
  expect(error.body?.error).toEqual({ organization_id: 'org-1', subscription_found: false });
});

it('isRateLimitedError exposes the seconds to wait', async () => {
  const error = await failure(json({ detail: 'Rate limit exceeded' }, 429, { 'Retry-After': '17' }));
  if (!isRateLimitedError(error)) throw error;
  expect(error.retryAfterSeconds).toBe(17);
});
