import { expect, it } from 'vitest';
import { anonymous, authBench, baseUrl, headersOf, json, jwt, recordingFetch, tokens, withBody } from './fixtures.ts';

const empty = () => new Response(null, { status: 204 });

it('auth.requestPasswordReset sends the address with only the Api-Key', async () => {
  const { auth, platform, wire } = authBench(recordingFetch(json({})));
  await platform.session.set(tokens('a'));
  await auth.requestPasswordReset({ email: 'ada@example.com' });
  expect(wire.only()).toMatchObject({ method: 'POST', url: `${baseUrl}/users/password/reset_request` });
  expect(headersOf(wire.only())).toEqual({ ...anonymous, ...withBody });
  expect(wire.only().body).toEqual({ email: 'ada@example.com' });
});

it.each([json({}), json({ message: 'If there is an account, an e-mail is on its way.' }), empty()])(
  'auth.requestPasswordReset resolves to undefined for any successful response: %#',
  async (answer) => {
    const { auth } = authBench(recordingFetch(answer));
    await expect(auth.requestPasswordReset({ email: 'nobody@example.com' })).resolves.toBeUndefined();
  },
);

it('auth.requestPasswordReset rejects an empty address before anything is sent', async () => {
  const { auth, wire } = authBench(recordingFetch(json({})));
  await expect(auth.requestPasswordReset({ email: '' })).rejects.toMatchObject({ kind: 'invalid-input', field: 'email' });
  expect(wire.sent).toEqual([]);
});

const reset = { token: 'from-the-e-mail', password: 'battery staple' };

it('auth.resetPassword sends the token and the new password with only the Api-Key', async () => {
  const { auth, platform, wire } = authBench(recordingFetch(json({})));
  await platform.session.set(tokens('a'));
  await auth.resetPassword(reset);
  expect(wire.only()).toMatchObject({ method: 'POST', url: `${baseUrl}/users/password/reset` });
  expect(headersOf(wire.only())).toEqual({ ...anonymous, ...withBody });
  expect(wire.only().body).toEqual({ token: 'from-the-e-mail', password: 'battery staple' });
});

it.each([json({ message: 'Done.' }), empty()])('auth.resetPassword accepts any successful response: %#', async (answer) => {
  await expect(authBench(recordingFetch(answer)).auth.resetPassword(reset)).resolves.toBeUndefined();
});

it.each([
  ['token', { ...reset, token: '' }],
  ['password', { ...reset, password: '' }],
])('auth.resetPassword rejects an empty %s before anything is sent', async (field, input) => {
  const { auth, wire } = authBench(recordingFetch(json({})));
  await expect(auth.resetPassword(input)).rejects.toMatchObject({ kind: 'invalid-input', field });
  expect(wire.sent).toEqual([]);
});

it('auth.resetPassword fails for a used token with the error of the service, without secrets in the error', async () => {
  const { auth } = authBench(recordingFetch(json({ message: 'The token from-the-e-mail was used.' }, 422)));
  const failure = auth.resetPassword(reset);
  await expect(failure).rejects.toMatchObject({ kind: 'http', status: 422 });
  await expect(failure).rejects.toThrow(/^The token \[redacted\] was used\./);
});

const change = { current_password: 'correct horse', new_password: 'battery staple' };
const signedIn = async (answer: Response) => {
  const bench = authBench(recordingFetch(answer));
  await bench.platform.session.set(tokens('a'));
  return bench;
};

it('auth.changePassword sends both passwords with the Api-Key and the Bearer token', async () => {
  const { auth, wire } = await signedIn(json({}));
  await auth.changePassword(change);
  expect(wire.only()).toMatchObject({ method: 'POST', url: `${baseUrl}/users/password/change` });
  expect(headersOf(wire.only())).toEqual({ ...anonymous, ...withBody, authorization: `Bearer ${jwt('a')}` });
  expect(wire.only().body).toEqual({ current_password: 'correct horse', new_password: 'battery staple' });
});

it.each([json({ message: 'Done.' }), empty()])(
  'auth.changePassword accepts any successful response, and keeps the session: %#',
  async (answer) => {
    const { auth, platform } = await signedIn(answer);
    await expect(auth.changePassword(change)).resolves.toBeUndefined();
    await expect(platform.session.get()).resolves.toMatchObject(tokens('a'));
  },
);

it.each(['current_password', 'new_password'])('auth.changePassword rejects an empty %s before anything is sent', async (field) => {
  const { auth, wire } = await signedIn(json({}));
  await expect(auth.changePassword({ ...change, [field]: '' })).rejects.toMatchObject({ kind: 'invalid-input', field });
  expect(wire.sent).toEqual([]);
});

it('auth.changePassword fails without a signed-in user', async () => {
  const { auth, wire } = authBench(recordingFetch(json({})));
  await expect(auth.changePassword(change)).rejects.toMatchObject({ kind: 'session', operation: 'auth.changePassword' });
  expect(wire.sent).toEqual([]);
});

it('auth.changePassword fails for a wrong password with the error of the service, without a retry', async () => {
  const { auth, wire } = await signedIn(json({ errors: [{ code: 'WRONG_PASSWORD', detail: 'The password is wrong.' }] }, 422));
  await expect(auth.changePassword(change)).rejects.toMatchObject({ kind: 'http', status: 422, code: 'WRONG_PASSWORD' });
  expect(wire.sent).toHaveLength(1);
});
