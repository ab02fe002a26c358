import { describe, expect, it } from 'vitest';
import { answer, byPath, inTurn, json, startFaultServer, type FaultServer, type Reaction } from './fault-server.ts';
import { apiKey, failureOf, firstTokens, organizationsDocument, startSignedIn, startSignedOut } from './signed-in-clients.ts';

const credentials = { username: 'ada@example.com', password: 'planted-password-1d3e' };

const redirect = (status: number, location: string): Reaction => answer(status, '', { Location: location });
const paths = ({ requests }: FaultServer): string[] => requests.map(({ method, target }) => `${method} ${target}`);

describe.each([301, 302, 303, 307, 308])('a %i to another origin', (status) => {
  it('a read does not follow a redirect to another origin', async () => {
    const thief = await startFaultServer(json(200, organizationsDocument));
    const { server, organizations } = await startSignedIn(redirect(status, `${thief.origin}/v1/organizations`));
    const error = await failureOf(organizations.list());
    expect(error).toMatchObject({ kind: 'redirect', operation: 'organizations.list', outcome: 'rejected', attempts: 1 });
    expect(server.requests).toHaveLength(1);
    expect(error.status).toBe(status);
    expect(thief.connections()).toBe(0);
  });

  it('a login does not follow a redirect to another origin', async () => {
    const thief = await startFaultServer(json(200, {}));
    const { server, auth } = await startSignedOut(redirect(status, `${thief.origin}/v1/oauth/token`));
    const error = await failureOf(auth.login(credentials));
    expect(error).toMatchObject({ kind: 'redirect', operation: 'auth.login', outcome: status > 306 ? 'rejected' : 'unknown', attempts: 1 });
    expect(server.requests).toHaveLength(1);
    expect(error).toMatchObject({ status, message: expect.stringContaining(`(${status}) to ${thief.origin}/v1/oauth/token,`) as unknown });
    expect(thief.connections()).toBe(0);
  });

  it('a create, a removal and a revoke do not follow a redirect to another origin', async () => {
    const thief = await startFaultServer(json(200, {}));
    const { server, auth, organizations } = await startSignedIn(redirect(status, `${thief.origin}/v1`));
    const outcome = status > 306 ? 'rejected' : 'unknown';
    await expect(failureOf(organizations.create({ name: 'Acme' }))).resolves.toMatchObject({ kind: 'redirect', outcome, status });
    await expect(failureOf(organizations.members.remove({ organizationId: 'org-1', userId: 'user-2' }))).resolves.toMatchObject({
      kind: 'redirect',
      outcome,
    });
    await expect(auth.logout()).resolves.toEqual({ revoked: false });
    expect(server.requests).toHaveLength(3);
    expect(thief.connections()).toBe(0);
  });
});

it.each([
  ['two paths', ['/v1/first', '/v1/second']],
  ['two URLs', ['http://127.0.0.1:1/v1', 'http://127.0.0.1:2/v1']],
  ['two relative references', ['first', 'second']],
  ['two URLs in upper case', ['HTTP://127.0.0.1:1/v1', 'HTTP://127.0.0.1:2/v1']],
  ['the same path twice', ['/v1/first', '/v1/first']],
  ['two paths in one header', ['/v1/first, /v1/second']],
])('a read does not follow a redirect with two targets: %s', async (_, targets) => {
  const lines = targets.map((target) => `Location: ${target}\r\n`).join('');
  const { server, organizations } = await startSignedIn(
    (socket) => void socket.write(`HTTP/1.1 302 Found\r\n${lines}Content-Length: 0\r\n\r\n`),
  );
  const error = await failureOf(organizations.list());
  expect(error).toMatchObject({ kind: 'redirect', status: 302 });
  expect(server.requests).toHaveLength(1);
});

it('a refresh that is redirected to another origin sends no token there, and keeps the session', async () => {
  const thief = await startFaultServer(json(200, {}));
  const { organizations, platform } = await startSignedIn(
    byPath({ '/v1/organizations': json(401, {}), '/v1/oauth/token/refresh': redirect(307, `${thief.origin}/v1/oauth/token/refresh`) }),
  );
  const error = await failureOf(organizations.create({ name: 'Acme' }));
  expect(error).toMatchObject({ kind: 'redirect', outcome: 'rejected' });
  expect(thief.connections()).toBe(0);
  await expect(platform.session.get()).resolves.toMatchObject(firstTokens);
});

it('a redirect is not followed if the host, port or scheme of its target differs', async () => {
  const thief = await startFaultServer(json(200, organizationsDocument));
  const { host, port } = new URL(thief.origin);
  for (const location of [
    `//${host}/v1/organizations`,
    `http://localhost:${port}/v1/organizations`,
    `https://${host}/v1/organizations`,
    `\\\\${host}\\v1`,
  ]) {
    const { organizations } = await startSignedIn(redirect(302, location));
    await expect(failureOf(organizations.list())).resolves.toMatchObject({ kind: 'redirect', attempts: 1 });
  }
  expect(thief.connections()).toBe(0);
});

it('a read does not follow a redirect to another origin after a redirect within the origin', async () => {
  const thief = await startFaultServer(json(200, organizationsDocument));
  const { server, organizations } = await startSignedIn(
    inTurn(redirect(302, '/v1/elsewhere'), redirect(302, `${thief.origin}/v1/organizations`)),
  );
  await expect(failureOf(organizations.list())).resolves.toMatchObject({ kind: 'redirect' });
  expect(paths(server)).toEqual(['GET /v1/organizations', 'GET /v1/elsewhere']);
  expect(thief.connections()).toBe(0);
});

it('the error for a redirect names the target without its query', async () => {
  const { organizations } = await startSignedIn(redirect(302, 'https://evil.example/v1/?stolen=1'));
  const error = await failureOf(organizations.list());
  expect(error.message).toContain('redirected GET /v1/organizations (302) to https://evil.example/v1/, which is not followed');
  expect(JSON.stringify(error) + error.message).not.toContain('stolen');
});

it('a read follows a redirect within the origin, with its credentials', async () => {
  const { server, organizations } = await startSignedIn(inTurn(redirect(302, '/v1/moved?page=2'), json(200, organizationsDocument)));
  await expect(organizations.list()).resolves.toMatchObject([{ id: 'org-1' }]);
  expect(paths(server)).toEqual(['GET /v1/organizations', 'GET /v1/moved?page=2']);
  expect(server.requests[1]?.headers).toMatchObject({ 'api-key': apiKey, authorization: `Bearer ${firstTokens.accessToken}` });
});

it('a read follows three redirects within the origin', async () => {
  const { server, organizations } = await startSignedIn(
    inTurn(redirect(301, '/v1/a'), redirect(302, '/v1/b'), redirect(307, '/v1/c'), json(200, organizationsDocument)),
  );
  await expect(organizations.list()).resolves.toHaveLength(1);
  expect(paths(server)).toEqual(['GET /v1/organizations', 'GET /v1/a', 'GET /v1/b', 'GET /v1/c']);
});

it('a read does not follow a fourth redirect, so that a loop ends', async () => {
  const { server, organizations } = await startSignedIn(redirect(302, '/v1/organizations'));
  const error = await failureOf(organizations.list());
  expect(error).toMatchObject({ kind: 'redirect', operation: 'organizations.list', status: 302 });
  expect(server.requests).toHaveLength(4);
});

it('a write does not follow a redirect within the origin, so that its body is sent once', async () => {
  const { server, organizations, auth } = await startSignedIn(redirect(307, '/v1/elsewhere'));
  await expect(failureOf(organizations.create({ name: 'Acme' }))).resolves.toMatchObject({
    kind: 'redirect',
    outcome: 'rejected',
    attempts: 1,
    status: 307,
    message: expect.stringContaining('(307) to /v1/elsewhere,') as unknown,
  });
  await expect(failureOf(organizations.me.acceptInvitation({ invitationId: 'inv-1' }))).resolves.toMatchObject({
    kind: 'redirect',
    outcome: 'rejected',
    attempts: 1,
  });
  await expect(failureOf(auth.login(credentials))).resolves.toMatchObject({ kind: 'redirect', outcome: 'rejected', attempts: 1 });
  expect(paths(server)).toEqual(['POST /v1/organizations', 'POST /v1/me/accept_invitation/inv-1', 'POST /v1/oauth/token']);
});

it.each([undefined, '', 'http://[broken'])(
  'a redirect whose Location is %j, which is not a valid target, is an error',
  async (location) => {
    const { organizations } = await startSignedIn(answer(302, '', location === undefined ? {} : { Location: location }));
    await expect(failureOf(organizations.list())).resolves.toMatchObject({ kind: 'redirect', status: 302 });
  },
);
