import { expect, it } from 'vitest';
import { platformAtNewYear, send } from './raw-request.ts';

it.each([
  ['ada%40example.com', { valid: true, exists: true }],
  ['new%40example.com', { valid: true, exists: false }],
  ['not-an-address', { valid: false, exists: false }],
  ['a%40b', { valid: false, exists: false }],
])('the validation of the e-mail address %s returns %j', async (email, body) => {
  await expect(send(platformAtNewYear(), `GET /auth/v1/users/validate/email?email=${email}`)).resolves.toMatchObject({
    status: 200,
    body,
  });
});

it('auth.validateEmail returns 422 without an address', async () => {
  await expect(send(platformAtNewYear(), 'GET /auth/v1/users/validate/email')).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ source: { parameter: 'email' } }] },
  });
});

it.each([
  ['phoneNumber=1512345678&countryCode=49', { valid: true, exists: true }],
  ['phoneNumber=0151+234-5678&countryCode=49', { valid: true, exists: true }],
  ['phoneNumber=1512345679&countryCode=49', { valid: true, exists: false }],
  ['phoneNumber=12&countryCode=49', { valid: false, exists: false }],
  ['phoneNumber=CALL-ME-NOW&countryCode=49', { valid: false, exists: false }],
])('the validation of the phone number %s returns %j', async (query, body) => {
  const platform = platformAtNewYear();
  await send(platform, 'POST /auth/v1/users', { body: { username: '+491512345678', password: 'p', method: 'phone' } });

  await expect(send(platform, `GET /auth/v1/users/validate/phone?${query}`)).resolves.toMatchObject({ status: 200, body });
});

it('auth.validatePhone returns 422 if the calling code contains other characters than digits', async () => {
  await expect(
    send(platformAtNewYear(), 'GET /auth/v1/users/validate/phone?phoneNumber=1512345678&countryCode=%2B49'),
  ).resolves.toMatchObject({ status: 422 });
});

const limit = { limit: 2, windowSeconds: 30 };

it.each([
  ['login', 'POST /auth/v1/oauth/token', { username: 'ada@example.com', password: 'x' }, { username: 'bob@example.com', password: 'x' }],
  ['registration', 'POST /auth/v1/users', { username: 'ada@example.com', password: 'x' }, { username: 'bob@example.com', password: 'x' }],
  ['validation', 'GET /auth/v1/users/validate/email?email=', 'ada@example.com', 'bob@example.com'],
  ['passwordReset', 'POST /auth/v1/users/password/reset_request', { email: 'ada@example.com' }, { email: 'bob@example.com' }],
])('rate limits count %s separately for each username or address', async (name, line, one, other) => {
  const platform = platformAtNewYear({ rateLimits: { [name]: limit } });
  const ask = (who: unknown) => (typeof who === 'string' ? send(platform, line + who) : send(platform, line, { body: who }));
  await ask(one);
  await ask(one);
  const third = await ask(one);

  expect(third).toMatchObject({ status: 429, body: { errors: [{ status: '429', code: 'RATE_LIMITED', title: 'Too Many Requests' }] } });
  expect(third.headers.get('retry-after')).toBe('30');
  expect(await ask(other)).not.toMatchObject({ status: 429 });
});

it.each([
  ['alice', 'bob'],
  ['alice1', 'bob1'],
  ['...', '---'],
  ['', '?'],
])('rate limits count the invalid addresses %j and %j separately', async (one, other) => {
  const platform = platformAtNewYear({ rateLimits: { login: limit } });
  const ask = (username: string) => send(platform, 'POST /auth/v1/oauth/token', { body: { username: `${username} `, password: 'x' } });
  await ask(one.toUpperCase());
  await ask(one);

  await expect(ask(` ${one}`)).resolves.toMatchObject({ status: 429 });
  await expect(ask(other)).resolves.toMatchObject({ status: 401 });
});

it('rate limits count all spellings of a phone number together', async () => {
  const platform = platformAtNewYear({ rateLimits: { validation: limit } });
  const ask = (query: string) => send(platform, `GET /auth/v1/users/validate/phone?${query}&countryCode=49`);
  await ask('phoneNumber=1512345678');
  await ask('phoneNumber=0151+234-5678');
  const third = await ask('phoneNumber=(151)+2345678');

  expect(third).toMatchObject({ status: 429, body: { errors: [{ code: 'RATE_LIMITED' }] } });
  expect(third.headers.get('retry-after')).toBe('30');
  await expect(ask('phoneNumber=1512345679')).resolves.toMatchObject({ status: 200 });
});

it('after the rate limit, Retry-After contains the time until calls are accepted again', async () => {
  const platform = platformAtNewYear({ rateLimits: { validation: limit } });
  const ask = () => send(platform, 'GET /auth/v1/users/validate/email?email=a@b.cd');
  await ask();
  await ask();
  platform.clock.advance(12_500);

  expect((await ask()).headers.get('retry-after')).toBe('18');
  platform.clock.advance(17_500);
  await expect(ask()).resolves.toMatchObject({ status: 200 });
});
