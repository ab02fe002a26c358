import { describe, expect, it } from 'vitest';
import { createCrew } from './organization-roles.ts';
import { idIn, platformAtNewYear, send, signInReady } from './raw-request.ts';

const named = (name: string) => ({ data: { type: 'organization', attributes: { name } } });

it('organizations.create returns the new organization, owned by the caller', async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);
  const { status, body } = await send(platform, 'POST /control/v1/organizations', { token, body: named('Fresh') });

  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/) as string,
      type: 'organization',
      attributes: { name: 'Fresh', currentUserRole: 'OWNER' },
    },
    meta: { can: { organization: { manageSettings: true }, project: { create: true } } },
  });
});

it.each<[object, string]>([
  [{}, '/data'],
  [{ type: 'project' }, '/data/type'],
])('organizations.create rejects %j, whose type is missing or wrong', async (type, pointer) => {
  const platform = platformAtNewYear();
  const body = { data: { ...type, attributes: { name: 'X' } } };

  await expect(send(platform, 'POST /control/v1/organizations', { token: await signInReady(platform), body })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ detail: 'data.type must be organization', source: { pointer } }] },
  });
});

it("organizations.list returns the caller's organizations with their users, projects and permissions", async () => {
  const { platform, organizationId, tokens, ids } = await createCrew();
  const { body } = await send(platform, 'GET /control/v1/organizations', { token: tokens.vic });

  expect(body).toMatchObject({
    data: [
      {
        id: organizationId,
        type: 'organization',
        attributes: { name: 'Crew', currentUserRole: 'VIEWER' },
        meta: { can: { organization: { manageSettings: false }, project: { create: false } } },
        relationships: {
          users: {
            data: [
              { type: 'users', id: ids.olga },
              { type: 'users', id: ids.adam },
              { type: 'users', id: ids.mia },
              { type: 'users', id: ids.vic },
            ],
          },
          projects: {
            data: [
              { type: 'project', id: '2' },
              { type: 'project', id: '3' },
            ],
          },
        },
      },
    ],
    included: expect.arrayContaining([
      {
        type: 'users',
        id: ids.mia,
        attributes: { email: 'mia@example.com', firstName: 'mia', lastName: '', createdAt: '2026-01-01T00:00:00.000Z' },
      },
      { type: 'project', id: '2', attributes: { name: 'First', is_default: true } },
      { type: 'project', id: '3', attributes: { name: 'Second', is_default: false } },
    ]) as unknown,
  });
});

it('organizations.list returns an empty list for a user without organizations', async () => {
  const { platform, tokens } = await createCrew();

  await expect(send(platform, 'GET /control/v1/organizations', { token: tokens.zoe })).resolves.toMatchObject({
    status: 200,
    body: { data: [] },
  });
});

it('organizations.get returns no `included` by default', async () => {
  const { platform, organizationId, tokens } = await createCrew();
  const { body } = await send(platform, `GET /control/v1/organizations/${organizationId}`, { token: tokens.mia });

  expect(body).toEqual({
    data: { id: organizationId, type: 'organization', attributes: { name: 'Crew', currentUserRole: 'MEMBER' } },
    meta: { can: { organization: { manageSettings: false }, project: { create: true } } },
  });
});

it('organizations.get returns an empty `included` if the requested resources do not exist', async () => {
  const { platform, tokens } = await createCrew();
  const name = { data: { type: 'organization', attributes: { name: 'Empty' } } };
  const { body } = await send(platform, 'POST /control/v1/organizations', { token: tokens.mia, body: name });
  const { id } = (body as { data: { id: string } }).data;

  await expect(send(platform, `GET /control/v1/organizations/${id}?include=projects`, { token: tokens.mia })).resolves.toMatchObject({
    status: 200,
    body: { data: { relationships: { projects: { data: [] } } }, included: [] },
  });
});

it('organizations.get includes users with their roles, projects and memberships', async () => {
  const { platform, organizationId, tokens, ids } = await createCrew();
  const path = `/control/v1/organizations/${organizationId}?include=users,projects,organization_memberships&forceRefresh=true`;
  const { body } = await send(platform, `GET ${path}`, { token: tokens.mia });
  const { data, included } = body as { data: { relationships: object }; included: { type: string; id: string; attributes: object }[] };

  expect(Object.keys(data.relationships)).toEqual(['users', 'projects', 'organization_memberships']);
  expect(included).toContainEqual(
    expect.objectContaining({ type: 'users', id: ids.adam, attributes: expect.objectContaining({ role: 'ADMIN' }) as object }),
  );
  expect(included).toContainEqual(expect.objectContaining({ type: 'project', id: '2' }));
  expect(included).toContainEqual({
    type: 'organization_memberships',
    id: expect.any(String) as string,
    attributes: { userId: ids.vic, organizationId, role: 'VIEWER', createdAt: '2026-01-01T00:00:00.000Z' },
  });
});

it('organizations.get returns 404 for strangers', async () => {
  const { platform, organizationId, tokens } = await createCrew();
  const stranger = await send(platform, `GET /control/v1/organizations/${organizationId}`, { token: tokens.zoe });
  const nowhere = await send(platform, 'GET /control/v1/organizations/nowhere', { token: tokens.zoe });

  expect(stranger).toMatchObject({ status: 404, body: { errors: [{ status: '404', code: 'NOT_FOUND' }] } });
  expect(nowhere.body).toEqual(stranger.body);
});

it.each([
  ['olga', 200],
  ['adam', 200],
  ['mia', 403],
  ['vic', 403],
  ['zoe', 404],
] as const)('renaming an organization returns %i for %s', async (name, status) => {
  const { platform, organizationId, tokens } = await createCrew();
  const body = { data: { attributes: { name: 'Renamed' } } };
  const answer = await send(platform, `PATCH /control/v1/organizations/${organizationId}`, { token: tokens[name], body });
  const after = await send(platform, `GET /control/v1/organizations/${organizationId}`, { token: tokens.olga });

  expect(answer.status).toBe(status);
  expect(after.body).toMatchObject({ data: { attributes: { name: status === 200 ? 'Renamed' : 'Crew' } } });
});

describe.each(['api_keys', 'llm_api_keys', 'agent_passes'])('organizations %s', (listing) => {
  it('a list of credentials is empty at first', async () => {
    const { platform, organizationId, tokens } = await createCrew();

    await expect(
      send(platform, `GET /control/v1/organizations/${organizationId}/${listing}`, { token: tokens.vic }),
    ).resolves.toMatchObject({
      status: 200,
      body: { data: [] },
    });
  });

  it('a list of credentials returns 404 for strangers', async () => {
    const { platform, organizationId, tokens } = await createCrew();

    await expect(
      send(platform, `GET /control/v1/organizations/${organizationId}/${listing}`, { token: tokens.zoe }),
    ).resolves.toMatchObject({ status: 404 });
  });
});

it('organization wallets contain the documented fields from the start', async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);
  const id = idIn(await send(platform, 'POST /control/v1/organizations', { token, body: named('Fresh') }));
  const { body } = await send(platform, 'GET /control/v1/wallets?entity_type=organization', { token });
  const { data } = body as { data: { attributes: { entityId: string } }[] };

  expect(data.filter(({ attributes }) => attributes.entityId === id)).toEqual([
    {
      id: expect.any(String) as string,
      type: 'wallet',
      attributes: {
        addressHash: expect.stringMatching(/^0x[\da-f]{40}$/) as string,
        entityType: 'organization',
        entityId: id,
        purpose: 'operating',
        currency: 'CREDITS',
        balance: 0,
      },
    },
  ]);
});

it('organization wallets are created with the organization', async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);
  const first = idIn(await send(platform, 'POST /control/v1/organizations', { token, body: named('One') }));
  const second = idIn(await send(platform, 'POST /control/v1/organizations', { token, body: named('Two') }));

  // Ids count up. An organization uses three ids: for itself, for the membership of its owner, and for its wallet.
  const numberOf = (id: string): number => Number.parseInt(id.slice(-12), 16);
  expect(numberOf(second) - numberOf(first)).toBe(3);
});
