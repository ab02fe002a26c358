import { expect, it } from 'vitest';
import { json, startFaultServer } from './fault-server.ts';
import { failureOf, organizationDocument, signedIn, signedOut, startSignedIn, startSignedOut } from './signed-in-clients.ts';

const invalidIds: readonly (readonly [string, string])[] = [
  ['an empty string', ''],
  ['a dot', '.'],
  ['two dots', '..'],
  ['an encoded dot', '%2e'],
  ['two encoded dots', '%2e%2e'],
  ['two encoded dots in upper case', '%2E%2E'],
  ['a dot and an encoded dot', '.%2e'],
  ['CR and LF', 'org\r\nX-Evil: 1'],
  ['a NUL', 'org\u0000'],
  ['a lone surrogate', 'org\ud83d'],
];

it.each(invalidIds)('a call with an invalid id fails without a connection: %s', async (_, id) => {
  const { server, organizations, auth } = await startSignedIn(json(200, {}));
  const calls = [
    { field: 'organizationId', operation: 'organizations.get', work: organizations.get({ organizationId: id }) },
    { field: 'organizationId', operation: 'organizations.update', work: organizations.update({ organizationId: id, name: 'Acme' }) },
    {
      field: 'userId',
      operation: 'organizations.members.remove',
      work: organizations.members.remove({ organizationId: 'org-1', userId: id }),
    },
    {
      field: 'invitationId',
      operation: 'organizations.me.acceptInvitation',
      work: organizations.me.acceptInvitation({ invitationId: id }),
    },
    { field: 'userId', operation: 'auth.activateByEmail', work: auth.activateByEmail({ userId: id, code: '123456' }) },
  ];
  for (const { field, operation, work } of calls) {
    const error = await failureOf(work);
    expect(error).toMatchObject({ kind: 'invalid-input', field, operation, outcome: 'not-sent' });
    expect(error.attempts ?? 0).toBe(0);
  }
  expect(server.connections()).toBe(0);
});

it.each([
  ['a/b', 'a%2Fb'],
  ['//evil.example', '%2F%2Fevil.example'],
  ['../users', '..%2Fusers'],
  ['a\\b', 'a%5Cb'],
  ['a?admin=1', 'a%3Fadmin%3D1'],
  ['a#b', 'a%23b'],
  ['a;b', 'a%3Bb'],
  ['%2e%2e/x', '%252e%252e%2Fx'],
  ['@evil.example', '%40evil.example'],
  ['…', '%E2%80%A6'],
  ['🦊', '%F0%9F%A6%8A'],
  ['a b', 'a%20b'],
])('the id %s is encoded as one path segment', async (id, encoded) => {
  const { server, organizations } = await startSignedIn(json(200, organizationDocument));
  await organizations.update({ organizationId: id, name: 'Acme' });
  await organizations.members.remove({ organizationId: 'org-1', userId: id });
  expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    `PATCH /v1/organizations/${encoded}`,
    `DELETE /v1/organizations/org-1/remove_user/${encoded}`,
  ]);
  expect(server.requests[0]?.headers['host']).toBe(new URL(server.origin).host);
});

const headerValues: readonly (readonly [string, string])[] = [
  ['CR and LF', 'a\r\nX-Evil: 1'],
  ['LF', 'a\nb'],
  ['CR', 'a\rb'],
  ['NUL', 'a\u0000b'],
  ['an emoji', '🦊'],
  ['a letter beyond Latin-1', 'ł'],
];

it.each(headerValues)('a call whose options contain an invalid header value fails without a connection: %s', async (_, value) => {
  const { server, organizations } = await startSignedIn(json(200, {}));
  const error = await failureOf(organizations.create({ name: 'Acme' }, { headers: { 'X-Own': value } }));
  expect(error).toMatchObject({ kind: 'invalid-input', field: 'X-Own', operation: 'organizations.create', outcome: 'not-sent' });
  expect(error.attempts ?? 0).toBe(0);
  expect(server.connections()).toBe(0);
});

it.each(headerValues)(
  'a call with an invalid character in its API key or token fails without a connection, and its error does not contain the secret: %s',
  async (_, value) => {
    const server = await startFaultServer(json(200, {}));
    const key = signedOut(server.origin, { apiKey: `planted-api-key-5f0c${value}` });
    const token = signedOut(server.origin, { accessToken: `planted-access-static-6b6b${value}` });
    const errors = [
      await failureOf(key.auth.login({ username: 'ada@example.com', password: 'secret' })),
      await failureOf(token.organizations.list()),
    ];
    for (const error of errors) {
      expect(error).toMatchObject({ kind: 'invalid-input', outcome: 'not-sent' });
      expect(`${error.message}${JSON.stringify(error)}`).not.toContain('planted');
    }
    expect(server.connections()).toBe(0);
  },
);

it.each(['', 'X Own', 'X-Own:', 'X\r\nEvil', 'Überschrift'])(
  'a call whose options contain the invalid header name %j fails without a connection',
  async (name) => {
    const { server, organizations } = await startSignedIn(json(200, {}));
    const error = await failureOf(organizations.create({ name: 'Acme' }, { headers: { [name]: 'x' } }));
    expect(error).toMatchObject({ kind: 'invalid-input', operation: 'organizations.create', outcome: 'not-sent' });
    expect(server.connections()).toBe(0);
  },
);

it("a call's headers cannot replace the platform's credentials", async () => {
  const { server, organizations } = await startSignedIn(json(200, organizationDocument));
  await organizations.create({ name: 'Acme' }, { headers: { authorization: 'Bearer other', 'api-key': 'other' } });
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: 'Bearer planted-access-first-91ab',
    'api-key': 'planted-api-key-5f0c',
  });
});

it('auth.activateByPhone fails without a connection if its code is not six digits', async () => {
  const { server, auth } = await startSignedOut(json(200, {}));
  for (const code of ['', '12345', '1234567', '12345a', '١٢٣٤٥٦', ' 123456', '123456\n']) {
    await expect(failureOf(auth.activateByPhone({ userId: 'user-1', code }))).resolves.toMatchObject({
      kind: 'invalid-input',
      field: 'code',
      operation: 'auth.activateByPhone',
    });
  }
  expect(server.connections()).toBe(0);
});

it('a call whose trace id is not a UUID fails without a connection', async () => {
  const { server, organizations } = await startSignedIn(json(200, {}));
  await expect(failureOf(organizations.list({}, { traceId: 'x\r\ny' }))).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'traceId',
    operation: 'organizations.list',
  });
  expect(server.connections()).toBe(0);
});

it('a call fails with the outcome not-sent if its base URL is http for a host other than this machine', async () => {
  const { organizations } = await signedIn('http://platform.example');
  await expect(failureOf(organizations.list())).resolves.toMatchObject({
    kind: 'invalid-input',
    field: 'baseUrls.organizations',
    operation: 'organizations.list',
    outcome: 'not-sent',
  });
});
