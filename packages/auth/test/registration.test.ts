import { describe, expect, it } from 'vitest';
import {
  anonymous,
  authBench,
  baseUrl,
  headersOf,
  json,
  recordingFetch,
  session,
  sessionAnswer,
  text,
  tokens,
  withBody,
} from './fixtures.ts';

const account = { username: 'ada@example.com', password: 'correct horse' };

it('auth.register sends the account with only the Api-Key', async () => {
  const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())));
  await auth.register(account);
  expect(wire.only()).toMatchObject({ method: 'POST', url: `${baseUrl}/users` });
  expect(headersOf(wire.only())).toEqual({ ...anonymous, ...withBody });
  expect(wire.only().body).toEqual({ username: 'ada@example.com', password: 'correct horse' });
});

it('auth.register sends the method `phone` for a phone number', async () => {
  const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())));
  await auth.register({ username: '+491512345678', password: 'correct horse', method: 'phone' });
  expect(wire.only().body).toEqual({ username: '+491512345678', password: 'correct horse', method: 'phone' });
});

it.each([
  ['username', { ...account, username: '' }],
  ['password', { username: 'ada@example.com' }],
  ['method', { ...account, method: 'fax' }],
])('auth.register rejects an invalid %s before anything is sent', async (field, input) => {
  const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())));
  await expect(auth.register(input as never)).rejects.toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it('auth.register fails for a taken username with the error of the service', async () => {
  const { auth } = authBench(recordingFetch(json({ errors: [{ code: 'TAKEN', detail: 'The e-mail is taken.' }] }, 422)));
  await expect(auth.register(account)).rejects.toMatchObject({ kind: 'http', status: 422, code: 'TAKEN', operation: 'auth.register' });
});

it('auth.register with a 200 returns and stores a session', async () => {
  const { auth, platform, changes } = authBench(recordingFetch(json(sessionAnswer())));
  await expect(auth.register(account)).resolves.toEqual({ status: 'session', session: session() });
  await expect(platform.session.get()).resolves.toMatchObject({ accessToken: 'access-1', email: 'ada@example.com' });
  expect(changes).toEqual(['signed-in']);
});

it.each([{}, [], null, { data: { id: 'user-1', attributes: {} } }])(
  'auth.register with a 200 throws an invalid-response error for a response without a session: %j',
  async (answer) => {
    const { auth, platform } = authBench(recordingFetch(json(answer)));
    await expect(auth.register(account)).rejects.toMatchObject({
      kind: 'invalid-response',
      operation: 'auth.register',
      outcome: 'likely-applied',
    });
    await expect(platform.session.get()).resolves.toBeUndefined();
  },
);

it.each([
  [true, 'activation-required'],
  [false, 'registered'],
])('with a 200 and the activation flag %j, auth.register returns the status %s', async (activationRequired, status) => {
  const { auth } = authBench(recordingFetch(json({ id: 'user-7', activationRequired })));
  await expect(auth.register(account)).resolves.toEqual({ status, userId: 'user-7' });
});

describe('auth.register with a 201', () => {
  const register = (answer: unknown) => authBench(recordingFetch(json(answer, 201))).auth.register(account);

  it('auth.register with a 201 returns an account that needs activation', async () => {
    await expect(register({ id: 'user-7', status: 201, message: 'We sent you a code.', activationRequired: true })).resolves.toEqual({
      status: 'activation-required',
      userId: 'user-7',
      message: 'We sent you a code.',
    });
  });

  it.each([
    { id: 'user-7' },
    { userId: 'user-7' },
    { user_id: 'user-7' },
    { data: { id: 'user-7' } },
    { data: { id: 'user-7', type: 'user', attributes: {} } },
  ])('auth.register with a 201 finds the account id in %j', async (answer) => {
    await expect(register({ ...answer, activationRequired: true })).resolves.toMatchObject({
      status: 'activation-required',
      userId: 'user-7',
    });
  });

  it('auth.register with a 201 converts a numeric id to a string', async () => {
    await expect(register({ id: 7, activationRequired: true })).resolves.toMatchObject({ userId: '7' });
  });

  it('auth.register with a 201 omits a numeric id that lost precision in JSON', async () => {
    const { auth } = authBench(recordingFetch(text('{"id": 9007199254740993, "activationRequired": true}', 201, 'application/json')));
    await expect(auth.register(account)).resolves.toEqual({ status: 'activation-required' });
  });

  const spellings = ['activationRequired', 'activation_required', 'requiresActivation', 'requires_activation'];
  const places = [
    (flag: object) => ({ id: 'user-7', ...flag }),
    (flag: object) => ({ data: { id: 'user-7', ...flag } }),
    (flag: object) => ({ data: { id: 'user-7', type: 'user', attributes: flag } }),
    (flag: object) => ({ id: 'user-7', meta: flag }),
  ];
  const statuses = async (value: unknown): Promise<string[]> => {
    const found: string[] = [];
    for (const spelling of spellings)
      for (const place of places) found.push((await register({ message: 'Hello.', ...place({ [spelling]: value }) })).status);
    return found;
  };

  it.each([false, 'false', 'False', ' no ', 0, '0'])(
    'auth.register with a 201 returns a registered account if a flag is %j',
    async (value) => {
      await expect(statuses(value)).resolves.toEqual(Array(16).fill('registered'));
    },
  );

  it.each([true, 'true', 1, '1', null, ''])(
    'auth.register with a 201 returns an account that needs activation if a flag is %j',
    async (value) => {
      await expect(statuses(value)).resolves.toEqual(Array(16).fill('activation-required'));
    },
  );

  it('auth.register with a 201 returns a registered account with id and message, without a sign-in', async () => {
    const { auth, platform, changes } = authBench(
      recordingFetch(json({ id: 'user-7', status: 201, message: 'Welcome.', activationRequired: false }, 201)),
    );
    await expect(auth.register(account)).resolves.toEqual({ status: 'registered', userId: 'user-7', message: 'Welcome.' });
    await expect(platform.session.get()).resolves.toBeUndefined();
    expect(changes).toEqual([]);
  });

  it('auth.register with a 201 returns a registered account without an id', async () => {
    await expect(register({ activationRequired: false })).resolves.toEqual({ status: 'registered' });
  });

  it('auth.register with a 201 returns a session if the response contains a session', async () => {
    const { auth, changes } = authBench(recordingFetch(json(sessionAnswer(), 201)));
    await expect(auth.register(account)).resolves.toEqual({ status: 'session', session: session() });
    expect(changes).toEqual(['signed-in']);
  });

  it('auth.register with a 201 keeps the user who is signed in', async () => {
    const { auth, platform, changes } = authBench(recordingFetch(json({ id: 'user-7', activationRequired: true }, 201)));
    await platform.session.set(tokens('old'));
    await auth.register(account);
    await expect(platform.session.get()).resolves.toMatchObject(tokens('old'));
    expect(changes).toEqual(['signed-in']);
  });

  it.each([{}, { activationRequired: true }, { id: null }, { id: '' }, { id: {} }, { data: { id: null } }])(
    'auth.register with a 201 warns if an account that needs activation has no id: %j',
    async (answer) => {
      const { auth, events } = authBench(recordingFetch(json(answer, 201)));
      await expect(auth.register(account)).resolves.toEqual({ status: 'activation-required' });
      expect(events).toContainEqual({ type: 'warning', message: expect.stringContaining('has no user id') as string });
    },
  );

  it('auth.register with a 201 rejects an HTML page as an invalid response', async () => {
    const { auth } = authBench(recordingFetch(text('<html></html>', 201, 'text/html')));
    await expect(auth.register(account)).rejects.toMatchObject({ kind: 'invalid-response', status: 201 });
  });
});
