import { expect, it } from 'vitest';
import type * as Service from '../src/routing/service.ts';
import type * as Services from '../src/platform/services.ts';
import type * as Records from '../src/services/settings/records.ts';
import { createCrew } from './organization-roles.ts';
import { platformAtNewYear, send, signInReady } from './raw-request.ts';

const path = '/control/v1/user_settings';

// The test imports files of the package to read state that no operation returns.
const inner = (file: string): string => new URL(`../src/${file}`, import.meta.url).href;
const { services } = (await import(inner('platform/services.ts'))) as typeof Services;
const { settingsOf } = (await import(inner('services/settings/records.ts'))) as typeof Records;

it("settings.get returns the user's organizations and projects in the sidebar", async () => {
  const { platform, organizationId, tokens } = await createCrew();
  const { status, body } = await send(platform, `GET ${path}`, { token: tokens.mia });
  expect(status).toBe(200);
  expect(body).toEqual({
    sidebar: {
      organizations: [
        {
          id: organizationId,
          name: 'Crew',
          currentUserRole: 'MEMBER',
          meta: { can: { organization: { manageSettings: false }, project: { create: true } } },
          pinned_items: [],
          projects: [
            { id: 2, name: 'First', is_default: true },
            { id: 3, name: 'Second', is_default: false },
          ],
        },
      ],
    },
    theme: 'light',
    language: 'en',
    sidebar_open: true,
    current_organization_id: null,
    current_project_id: null,
  });
});

it('settings.get returns the current sidebar after organizations have changed', async () => {
  const { platform, tokens, organizationId } = await createCrew();
  await send(platform, `PATCH /control/v1/organizations/${organizationId}`, {
    token: tokens.olga,
    body: { data: { attributes: { name: 'Ship' } } },
  });
  await expect(send(platform, `GET ${path}`, { token: tokens.vic })).resolves.toMatchObject({
    body: { sidebar: { organizations: [{ name: 'Ship' }] } },
  });
});

it('settings.get returns the dashboard only on request', async () => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);
  await expect(send(platform, `GET ${path}?client=web&includes=dashboard`, { token })).resolves.toMatchObject({
    body: { dashboard: { organizations: 1 } },
  });
  const { body } = await send(platform, `GET ${path}`, { token });
  expect(body).not.toHaveProperty('dashboard');
});

it('an update changes any subset of the settings, for all clients of this user only', async () => {
  const { platform, tokens } = await createCrew();
  await expect(
    send(platform, `PATCH ${path}?client=desktop`, { token: tokens.mia, body: { theme: 'dark', current_project_id: 2 } }),
  ).resolves.toMatchObject({ status: 200 });
  await send(platform, `PATCH ${path}`, { token: tokens.mia, body: { sidebar_open: false } });
  await expect(send(platform, `GET ${path}?client=web`, { token: tokens.mia })).resolves.toMatchObject({
    body: { theme: 'dark', language: 'en', sidebar_open: false, current_project_id: 2 },
  });
  await expect(send(platform, `GET ${path}`, { token: tokens.vic })).resolves.toMatchObject({ body: { theme: 'light' } });
});

it('settings.update stores the language', async () => {
  const { platform, tokens } = await createCrew();
  await send(platform, `PATCH ${path}`, { token: tokens.mia, body: { language: 'pt-BR' } });
  await expect(send(platform, `GET ${path}`, { token: tokens.mia })).resolves.toMatchObject({
    body: { language: 'pt-BR', theme: 'light', sidebar_open: true },
  });
});

it.each([
  [{ theme: 'blue' }, '/theme'],
  [{ sidebar_open: 'yes' }, '/sidebar_open'],
  [{ current_organization_id: 'acme' }, '/current_organization_id'],
  [{ current_project_id: '7' }, '/current_project_id'],
  [{ setting_key: 'sidebar', organization_id: 'acme' }, ''],
  [{ setting_key: 'sidebar' }, '/setting_key'],
  [{ setting_key: null, theme: 'dark' }, '/setting_key'],
])('settings.update rejects %j', async (body, pointer) => {
  const platform = platformAtNewYear();
  await expect(send(platform, `PATCH ${path}`, { token: await signInReady(platform), body })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code: 'INVALID_INPUT', source: { pointer } }] },
  });
});

const pinsOf = async (crew: Awaited<ReturnType<typeof createCrew>>, name: 'mia' | 'vic' = 'mia') => {
  const { body } = await send(crew.platform, `GET ${path}`, { token: crew.tokens[name] });
  return (body as { sidebar: { organizations: { pinned_items: unknown }[] } }).sidebar.organizations[0]?.pinned_items;
};

it('settings.pin keeps the order of the projects, for this user only', async () => {
  const crew = await createCrew();
  const { platform, organizationId, tokens } = crew;
  const body = { setting_key: 'sidebar', organization_id: organizationId, pinned_project_ids: [3, 2] };
  await expect(send(platform, `PATCH ${path}`, { token: tokens.mia, body })).resolves.toMatchObject({ status: 200 });
  await expect(pinsOf(crew)).resolves.toEqual([
    { type: 'project', id: 3, name: 'Second', position: 0 },
    { type: 'project', id: 2, name: 'First', position: 1 },
  ]);
  await expect(pinsOf(crew, 'vic')).resolves.toEqual([]);
  await send(platform, `PATCH ${path}`, { token: tokens.mia, body: { ...body, pinned_project_ids: [] } });
  await expect(pinsOf(crew)).resolves.toEqual([]);
  expect(platform.requestLog.filter(({ operation }) => operation === 'settings.pin')).toHaveLength(2);
});

it('settings.pin rejects a project of another organization, and callers without access', async () => {
  const { platform, organizationId, tokens } = await createCrew();
  const body = { setting_key: 'sidebar', organization_id: organizationId, pinned_project_ids: [1] };
  await expect(send(platform, `PATCH ${path}`, { token: tokens.mia, body })).resolves.toMatchObject({ status: 422 });
  await expect(send(platform, `PATCH ${path}`, { token: tokens.zoe, body })).resolves.toMatchObject({ status: 404 });
});

it.each([{ value: true }, { value: false }, undefined])('an onboarding step can be sent as %j', async (body) => {
  const platform = platformAtNewYear();
  const token = await signInReady(platform);
  const answer = await send(platform, `PATCH ${path}/onboarding/agent_pass_discovered?client=desktop`, { token, body });
  expect(answer.status).toBe(200);
  expect(platform.requestLog.at(-1)).toMatchObject({ operation: 'settings.completeOnboardingStep', unknownFields: [] });
});

it.each([
  [{}, true],
  [undefined, true],
  [{ value: true }, true],
  [{ value: false }, false],
])('the body %j marks an onboarding step as completed: %j', async (body, expected) => {
  let kept: unknown;
  const onRequest: Service.LocalService['onRequest'] = (_, __, world) =>
    void (kept = settingsOf(world, platform.account.id).onboarding.get('is_hidden'));
  const platform = platformAtNewYear({
    services: [...services, { name: 'spy', base: 'organizations', contract: {}, rules: {}, assumptions: [], onRequest }],
  });
  const token = await signInReady(platform);
  expect(kept).toBeUndefined();
  await send(platform, `PATCH ${path}/onboarding/is_hidden`, { token, body });
  expect(kept).toBe(expected);
});
