import { expect, it } from 'vitest';
import { shortenWaits, type Answer } from '@platform-sdk/test-helpers';
import { anonymous, authBench, baseUrl, headersOf, json, jwt, recordingFetch, sessionAnswer, tokens } from './fixtures.ts';

const signedIn = async (...answers: Answer[]) => {
  const bench = authBench(recordingFetch(...answers));
  await bench.platform.session.set(tokens('a'));
  return bench;
};

it('auth.tokenInfo calls the info path with the Api-Key and the Bearer token', async () => {
  const { auth, wire } = await signedIn(json({ expires_in: 870 }));
  await auth.tokenInfo();
  expect(wire.only()).toMatchObject({ method: 'GET', url: `${baseUrl}/oauth/token/info`, body: undefined });
  expect(headersOf(wire.only())).toEqual({ ...anonymous, authorization: `Bearer ${jwt('a')}` });
});

it('auth.tokenInfo reads the remaining lifetime from a JSON:API envelope', async () => {
  const { auth } = await signedIn(json({ data: { id: 'token-1', type: 'token', attributes: { expiresIn: 870, scope: 'read' } } }));
  await expect(auth.tokenInfo()).resolves.toEqual({ id: 'token-1', type: 'token', expiresIn: 870, scope: 'read' });
});

it('auth.tokenInfo reads the remaining lifetime from the top level', async () => {
  const { auth } = await signedIn(json({ expires_in: 870, resource_owner_id: 7, scope: ['read'] }));
  await expect(auth.tokenInfo()).resolves.toEqual({ expiresIn: 870, resource_owner_id: 7, scope: ['read'] });
});

it('auth.tokenInfo accepts a response that contains only undocumented claims', async () => {
  const { auth, events } = await signedIn(json({ sub: 'user-1' }));
  await expect(auth.tokenInfo()).resolves.toEqual({ sub: 'user-1' });
  expect(events.filter(({ type }) => type === 'invalid-response')).toEqual([]);
});

it('auth.tokenInfo refreshes the session after a 401, and retries the call', async () => {
  const { auth, wire } = await signedIn(json({}, 401), json(sessionAnswer('access-2')), json({ expires_in: 900 }));
  await expect(auth.tokenInfo()).resolves.toEqual({ expiresIn: 900 });
  expect(wire.sent.map(({ url }) => new URL(url).pathname)).toEqual([
    '/v1/oauth/token/info',
    '/v1/oauth/token/refresh',
    '/v1/oauth/token/info',
  ]);
  expect(wire.sent.at(-1)?.headers.get('authorization')).toBe('Bearer access-2');
});

it('auth.tokenInfo throws a session error if the service rejects the refresh after a 401', async () => {
  shortenWaits();
  const { auth } = await signedIn(json({}, 401), json({}, 401));
  await expect(auth.tokenInfo()).rejects.toMatchObject({ kind: 'session', status: 401, operation: 'auth.tokenInfo' });
});

it('auth.tokenInfo fails without a signed-in user', async () => {
  const { auth, wire } = authBench(recordingFetch(json({})));
  await expect(auth.tokenInfo()).rejects.toMatchObject({ kind: 'session', outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});
