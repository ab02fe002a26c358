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

describe('auth.register', () => {
  it('posts the account with the Api-Key alone', async () => {
    const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())));
    await auth.register(account);
    expect(wire.only()).toMatchObject({ method: 'POST', url: `${baseUrl}/users` });
    expect(headersOf(wire.only())).toEqual({ ...anonymous, ...withBody });
    expect(wire.only().body).toEqual({ username: 'ada@example.com', password: 'correct horse' });
  });

  it('sends the method of a phone number', async () => {
    const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())));
    await auth.register({ username: '+491512345678', password: 'correct horse', method: 'phone' });
    expect(wire.only().body).toEqual({ username: '+491512345678', password: 'correct horse', method: 'phone' });
  });

  it.each([
    ['username', { ...account, username: '' }],
    ['password', { username: 'ada@example.com' }],
    ['method', { ...account, method: 'fax' }],
  ])('rejects an invalid %s before anything is sent', async (field, input) => {
    const { auth, wire } = authBench(recordingFetch(json(sessionAnswer())));
    await expect(auth.register(input as never)).rejects.toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
    expect(wire.sent).toEqual([]);
  });

  it('fails with the error of the service for a taken username', async () => {
    const { auth } = authBench(recordingFetch(json({ errors: [{ code: 'TAKEN', detail: 'The e-mail is taken.' }] }, 422)));
    await expect(auth.register(account)).rejects.toMatchObject({ kind: 'http', status: 422, code: 'TAKEN', operation: 'auth.register' });
  });
});

describe('auth.register with a 200', () => {
  it('is a session, which is kept', async () => {
    const { auth, platform, changes } = authBench(recordingFetch(json(sessionAnswer())));
    await expect(auth.register(account)).resolves.toEqual({ status: 'session', session: session() });
    await expect(platform.session.get()).resolves.toMatchObject({ accessToken: 'access-1', email: 'ada@example.com' });
    expect(changes).toEqual(['signed-in']);
  });

  it.each([{}, [], null, { data: { id: 'user-1', attributes: {} } }])('without a session is a shape error: %j', async (answer) => {
    const { auth, platform } = authBench(recordingFetch(json(answer)));
    await expect(auth.register(account)).rejects.toMatchObject({
      kind: 'invalid-response',
      operation: 'auth.register',
      outcome: 'likely-applied',
    });
    await expect(platform.session.get()).resolves.toBeUndefined();
  });
});

describe('auth.register with a 200 and a flag instead of a session', () => {
  it.each([
    [true, 'activation-required'],
    [false, 'registered'],
  ])('follows the flag: %j', async (activationRequired, status) => {
    const { auth } = authBench(recordingFetch(json({ id: 'user-7', activationRequired })));
    await expect(auth.register(account)).resolves.toEqual({ status, userId: 'user-7' });
  });
});

describe('auth.register with a 201', () => {
  const register = (answer: unknown) => authBench(recordingFetch(json(answer, 201))).auth.register(account);

  it('is an account that waits for its code', async () => {
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
  ])('finds the id of the account in %j', async (answer) => {
    await expect(register({ ...answer, activationRequired: true })).resolves.toMatchObject({
      status: 'activation-required',
      userId: 'user-7',
    });
  });

  it('reads an id that is a number', async () => {
    await expect(register({ id: 7, activationRequired: true })).resolves.toMatchObject({ userId: '7' });
  });

  it('omits a numeric id that was rounded when it was parsed', async () => {
    const { auth } = authBench(recordingFetch(text('{"id": 9007199254740993, "activationRequired": true}', 201, 'application/json')));
    await expect(auth.register(account)).resolves.toEqual({ status: 'activation-required' });
  });

  it.each(['activationRequired', 'activation_required', 'requiresActivation', 'requires_activation'])(
    'follows the status, with or without a flag %s',
    async (flag) => {
      await expect(register({ id: 'user-7', [flag]: true })).resolves.toMatchObject({ status: 'activation-required' });
      await expect(register({ id: 'user-7' })).resolves.toMatchObject({ status: 'activation-required' });
    },
  );

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

  it.each([false, 'false', 'False', ' no ', 0, '0'])('needs no activation when any of the flags is %j', async (value) => {
    await expect(statuses(value)).resolves.toEqual(Array(16).fill('registered'));
  });

  it.each([true, 'true', 1, '1', null, ''])('waits for its code when a flag is %j', async (value) => {
    await expect(statuses(value)).resolves.toEqual(Array(16).fill('activation-required'));
  });

  it('is registered with its id and message, and no user is signed in', async () => {
    const { auth, platform, changes } = authBench(
      recordingFetch(json({ id: 'user-7', status: 201, message: 'Welcome.', activationRequired: false }, 201)),
    );
    await expect(auth.register(account)).resolves.toEqual({ status: 'registered', userId: 'user-7', message: 'Welcome.' });
    await expect(platform.session.get()).resolves.toBeUndefined();
    expect(changes).toEqual([]);
  });

  it('is registered although its id is missing, because signing in does not need it', async () => {
    await expect(register({ activationRequired: false })).resolves.toEqual({ status: 'registered' });
  });

  it('is a session when the response contains one', async () => {
    const { auth, changes } = authBench(recordingFetch(json(sessionAnswer(), 201)));
    await expect(auth.register(account)).resolves.toEqual({ status: 'session', session: session() });
    expect(changes).toEqual(['signed-in']);
  });

  it('signs no user in, and keeps a signed-in user', async () => {
    const { auth, platform, changes } = authBench(recordingFetch(json({ id: 'user-7', activationRequired: true }, 201)));
    await platform.session.set(tokens('old'));
    await auth.register(account);
    await expect(platform.session.get()).resolves.toMatchObject(tokens('old'));
    expect(changes).toEqual(['signed-in']);
  });

  it.each([{}, { activationRequired: true }, { id: null }, { id: '' }, { id: {} }, { data: { id: null } }])(
    'without an id, which activation needs, is an account that waits, and a warning: %j',
    async (answer) => {
      const { auth, events } = authBench(recordingFetch(json(answer, 201)));
      await expect(auth.register(account)).resolves.toEqual({ status: 'activation-required' });
      expect(events).toContainEqual({ type: 'warning', message: expect.stringContaining('has no user id') as string });
    },
  );

  it('as a page is a shape error', async () => {
    const { auth } = authBench(recordingFetch(text('<html></html>', 201, 'text/html')));
    await expect(auth.register(account)).rejects.toMatchObject({ kind: 'invalid-response', status: 201 });
  });
});
