import { expect, it } from 'vitest';
import { anonymous, authBench, baseUrl, headersOf, json, recordingFetch, tokens } from './fixtures.ts';

it('auth.validateEmail sends the address with only the Api-Key', async () => {
  const { auth, platform, wire } = authBench(recordingFetch(json({ valid: true, exists: false })));
  await platform.session.set(tokens('a'));
  await auth.validateEmail({ email: 'ada+test@example.com' });
  expect(wire.only()).toMatchObject({
    method: 'GET',
    url: `${baseUrl}/users/validate/email?email=ada%2Btest%40example.com`,
    body: undefined,
  });
  expect(headersOf(wire.only())).toEqual(anonymous);
});

it('auth.validateEmail returns whether the address is valid and has an account', async () => {
  const { auth } = authBench(recordingFetch(json({ valid: true, exists: false })));
  await expect(auth.validateEmail({ email: 'ada@example.com' })).resolves.toEqual({ valid: true, exists: false });
});

it('auth.validateEmail rejects an empty address before anything is sent', async () => {
  const { auth, wire } = authBench(recordingFetch(json({})));
  await expect(auth.validateEmail({ email: '' })).rejects.toMatchObject({ kind: 'invalid-input', field: 'email' });
  expect(wire.sent).toEqual([]);
});

it('auth.validateEmail sends a malformed address, and returns the result of the service', async () => {
  const { auth } = authBench(recordingFetch(json({ valid: false, exists: false })));
  await expect(auth.validateEmail({ email: 'not an address' })).resolves.toEqual({ valid: false, exists: false });
});

it('auth.validateEmail fails without a retry if Retry-After is long', async () => {
  const { auth, wire } = authBench(recordingFetch(json({ error: 'Too many requests.' }, 429, { 'Retry-After': '60' })));
  await expect(auth.validateEmail({ email: 'ada@example.com' })).rejects.toMatchObject({
    kind: 'http',
    status: 429,
    retryAfterSeconds: 60,
  });
  expect(wire.sent).toHaveLength(1);
});

const phone = { phoneNumber: '1512345678', countryCode: '49' };

it('auth.validatePhone sends the number and its country code with only the Api-Key', async () => {
  const { auth, platform, wire } = authBench(recordingFetch(json({ valid: true, exists: true })));
  await platform.session.set(tokens('a'));
  await auth.validatePhone(phone);
  expect(wire.only()).toMatchObject({
    method: 'GET',
    url: `${baseUrl}/users/validate/phone?phoneNumber=1512345678&countryCode=49`,
    body: undefined,
  });
  expect(headersOf(wire.only())).toEqual(anonymous);
});

it('auth.validatePhone returns whether the number is valid and has an account', async () => {
  const { auth } = authBench(recordingFetch(json({ valid: true, exists: true })));
  await expect(auth.validatePhone(phone)).resolves.toEqual({ valid: true, exists: true });
});

it.each([
  ['phoneNumber', { ...phone, phoneNumber: '' }],
  ['phoneNumber', { countryCode: '49' }],
  ['countryCode', { ...phone, countryCode: '+49' }],
  ['countryCode', { ...phone, countryCode: '' }],
  ['countryCode', { ...phone, countryCode: 'DE' }],
  ['countryCode', { phoneNumber: '1512345678' }],
])('auth.validatePhone rejects an invalid %s before anything is sent: %j', async (field, input) => {
  const { auth, wire } = authBench(recordingFetch(json({})));
  await expect(auth.validatePhone(input as never)).rejects.toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});
