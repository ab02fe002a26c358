import { expect, it } from 'vitest';
import { json, startFaultServer } from './fault-server.ts';
import { failureOf, organizationDocument, signedIn, signedOut, startSignedIn } from './signed-in-clients.ts';

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

it("a call's headers cannot replace the platform's credentials", async () => {
  const { server, organizations } = await startSignedIn(json(200, organizationDocument));
  await organizations.create({ name: 'Acme' }, { headers: { authorization: 'Bearer other', 'api-key': 'other' } });
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: 'Bearer planted-access-first-91ab',
    'api-key': 'planted-api-key-5f0c',
  });
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
