import { describe, expect, it } from 'vitest';
import { anonymous, authBench, baseUrl, headersOf, json, recordingFetch, session, sessionAnswer, tokens, withBody } from './fixtures.ts';

const ways = [
  ['activateByEmail', 'email'],
  ['activateByPhone', 'phone'],
] as const;

describe.each(ways)('auth.%s', (name, way) => {
  it('an activation sends the code with only the Api-Key', async () => {
    const { auth, platform, wire } = authBench(recordingFetch(json(sessionAnswer())));
    await platform.session.set(tokens('old'));
    await auth[name]({ userId: 'user/7', code: '012345' });
    expect(wire.only()).toMatchObject({ method: 'POST', url: `${baseUrl}/users/user%2F7/activate/${way}` });
    expect(headersOf(wire.only())).toEqual({ ...anonymous, ...withBody });
    expect(wire.only().body).toEqual({ code: '012345' });
  });

  it('an activation returns the session and stores it', async () => {
    const { auth, platform, changes } = authBench(recordingFetch(json(sessionAnswer())));
    await expect(auth[name]({ userId: 'user-7', code: '123456' })).resolves.toEqual(session());
    await expect(platform.session.get()).resolves.toMatchObject({ accessToken: 'access-1' });
    expect(changes).toEqual(['signed-in']);
  });

  it.each(['', '12345', '1234567', '12345a', ' 123456', '123456\n', '12 345', '１２３４５６', '-12345', '1e5000', 123456])(
    'an activation rejects the code %j before anything is sent',
    async (code) => {
      const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())));
      await expect(auth[name]({ userId: 'user-7', code: code as string })).rejects.toMatchObject({
        kind: 'invalid-input',
        field: 'code',
        outcome: 'not-sent',
      });
      expect(wire.sent).toEqual([]);
    },
  );

  it('an activation names the required length in the error for a short code', async () => {
    const { auth } = authBench(recordingFetch(json(sessionAnswer())));
    await expect(auth[name]({ userId: 'user-7', code: '12345' })).rejects.toThrow(`auth.${name}: code must be six digits`);
  });

  it.each(['', '.', '..', '%2e%2e', 'a\r\nb'])('an activation rejects the id %j before anything is sent', async (userId) => {
    const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())));
    await expect(auth[name]({ userId, code: '123456' })).rejects.toMatchObject({ kind: 'invalid-input', field: 'userId' });
    expect(wire.sent).toEqual([]);
  });

  it('an activation fails for a wrong code with the error of the service, without a sign-in', async () => {
    const { auth, platform } = authBench(recordingFetch(json({ errors: [{ code: 'INVALID_CODE', detail: 'The code is wrong.' }] }, 422)));
    await expect(auth[name]({ userId: 'user-7', code: '123456' })).rejects.toMatchObject({
      kind: 'http',
      status: 422,
      code: 'INVALID_CODE',
    });
    await expect(platform.session.get()).resolves.toBeUndefined();
  });

  it('an activation sends the code under the field name in `wireNames`', async () => {
    const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())), {
      wireNames: { [`auth.${name}`]: { code: 'activation_code' } },
    });
    await auth[name]({ userId: 'user-7', code: '123456' });
    expect(wire.only().body).toEqual({ activation_code: '123456' });
  });
});

it('auth.resendActivation sends a POST without a body, with only the Api-Key', async () => {
  const { auth, platform, wire } = authBench(recordingFetch(json({})));
  await platform.session.set(tokens('old'));
  await auth.resendActivation({ userId: 'user-7' });
  expect(wire.only()).toMatchObject({ method: 'POST', url: `${baseUrl}/users/user-7/resend_activation`, body: undefined });
  expect(headersOf(wire.only())).toEqual(anonymous);
});

it.each([
  ['200 with a document', () => json({ message: 'Sent.' })],
  ['202', () => json({}, 202)],
  ['204', () => new Response(null, { status: 204 })],
  ['200 with an empty body', () => new Response('')],
])('auth.resendActivation accepts %s', async (_, answer) => {
  const { auth } = authBench(recordingFetch(answer()));
  await expect(auth.resendActivation({ userId: 'user-7' })).resolves.toBeUndefined();
});

it('auth.resendActivation rejects an empty id before anything is sent', async () => {
  const { auth, wire } = authBench(recordingFetch(json({})));
  await expect(auth.resendActivation({ userId: '' })).rejects.toMatchObject({ kind: 'invalid-input', field: 'userId' });
  expect(wire.sent).toEqual([]);
});

it('auth.resendActivation fails with the error of the service, without a retry', async () => {
  const { auth, wire } = authBench(recordingFetch(json({ message: 'Try later.' }, 503)));
  await expect(auth.resendActivation({ userId: 'user-7' })).rejects.toMatchObject({ kind: 'http', status: 503, outcome: 'unknown' });
  expect(wire.sent).toHaveLength(1);
});
