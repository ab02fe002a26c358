import { beforeEach, expect, it, vi } from 'vitest';
import { answered, failureOf, headersOf, json, jwt, recordingFetch, signedIn, text } from './bench.ts';

const userHeaders = { accept: 'application/json', 'api-key': 'app-1', authorization: `Bearer ${jwt('a')}` };
const organization = '0190f3a2-0000-7000-8000-000000000001';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

it('settings.get reads the settings of the default client', async () => {
  const { client, wire } = await signedIn(recordingFetch(json(answered)));
  await expect(client.get()).resolves.toEqual(answered);
  expect(wire.only()).toMatchObject({ method: 'GET', url: 'https://api.test/v1/user_settings', body: undefined });
  expect(headersOf(wire.only())).toEqual(userHeaders);
});

it('settings.get requests a client and the dashboard', async () => {
  const { client, wire } = await signedIn(recordingFetch(json({ ...answered, dashboard: { widgets: [1] }, later: 'kept' })));
  const settings = await client.get({ client: 'desktop', includes: ['dashboard'] });
  expect(wire.only().url).toBe('https://api.test/v1/user_settings?client=desktop&includes=dashboard');
  expect(settings).toMatchObject({ dashboard: { widgets: [1] }, later: 'kept' });
});

it('settings.get logs a field of an invalid type, but not an unknown theme, and returns the settings', async () => {
  const { client, events } = await signedIn(recordingFetch(json({ ...answered, theme: 'sepia', sidebar_open: 'yes' })));
  await expect(client.get()).resolves.toEqual({ ...answered, theme: 'sepia', sidebar_open: 'yes' });
  expect(events.filter(({ type }) => type === 'invalid-response')).toEqual([
    { type: 'invalid-response', operation: 'settings.get', field: 'sidebar_open', message: 'must be true or false' },
  ]);
});

it.each([
  [{}, ['sidebar', 'language', 'theme', 'sidebar_open']],
  [{ ...answered, sidebar: {} }, ['sidebar.organizations']],
  [
    { ...answered, sidebar: { organizations: [{ id: 1 }] } },
    ['name', 'currentUserRole', 'meta', 'pinned_items', 'projects'].map((name) => `sidebar.organizations.*.${name}`),
  ],
  [
    { ...answered, sidebar: { organizations: [{ ...answered.sidebar.organizations[0], pinned_items: [{}], projects: [{}] }] } },
    ['pinned_items.*.type', 'pinned_items.*.id', 'pinned_items.*.name', 'pinned_items.*.position']
      .concat(['projects.*.id', 'projects.*.name', 'projects.*.is_default'])
      .map((name) => `sidebar.organizations.*.${name}`),
  ],
])('settings.get logs the documented fields that are missing in %j, and returns the settings', async (answer, fields) => {
  const { client, events } = await signedIn(recordingFetch(json(answer)));
  await expect(client.get()).resolves.toEqual(answer);
  expect(events.flatMap((event) => (event.type === 'invalid-response' ? [[event.field, event.message]] : []))).toEqual(
    fields.map((field) => [field, 'is required']),
  );
});

it('settings.get fails without a signed-in user', async () => {
  const { client, platform, wire } = await signedIn(recordingFetch(json(answered)));
  await platform.session.clear();
  await expect(client.get()).rejects.toMatchObject({ kind: 'session', operation: 'settings.get', outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it('settings.update sends every field at the top level of the body', async () => {
  const { client, wire } = await signedIn(recordingFetch(json({})));
  await client.update({
    client: 'desktop',
    theme: 'dark',
    language: 'pt-BR',
    sidebar_open: false,
    current_organization_id: organization,
    current_project_id: 11,
  });
  expect(wire.only()).toMatchObject({ method: 'PATCH', url: 'https://api.test/v1/user_settings?client=desktop' });
  expect(wire.only().body).toEqual({
    theme: 'dark',
    language: 'pt-BR',
    sidebar_open: false,
    current_organization_id: organization,
    current_project_id: 11,
  });
  expect(headersOf(wire.only())).toEqual({ ...userHeaders, 'content-type': 'application/json' });
});

it.each<readonly [string, unknown, unknown]>([
  ['a UUID stays a string', organization, organization],
  ['a number stays an integer', 7, 7],
  ['a number in a string becomes an integer', '7', 7],
  ['an empty string is left out', '', undefined],
  ['null is left out', null, undefined],
  ['a name is left out', 'acme', undefined],
  ['a fraction is left out', 1.5, undefined],
  ['a number too large to be exact is left out', '90071992547409931', undefined],
  ['a UUID without dashes is left out', '0190f3a200007000800000000000000a', undefined],
])('settings.update sends ids in their documented form: %s', async (_, id, sent) => {
  const { client, wire } = await signedIn(recordingFetch(json({})));
  await client.update({ theme: 'dark', current_organization_id: id as string, current_project_id: id as string });
  expect(wire.only().body).toEqual(
    sent === undefined ? { theme: 'dark' } : { theme: 'dark', current_organization_id: sent, current_project_id: sent },
  );
});

it.each([
  ['theme', { theme: 'blue' }],
  ['language', { language: 'English!' }],
  ['sidebar_open', { sidebar_open: 'no' }],
  ['client', { client: '' }],
])('settings.update rejects an invalid %s before anything is sent', async (field, input) => {
  const { client, wire } = await signedIn(recordingFetch(json({})));
  await expect(client.update(input as { theme: 'dark' })).rejects.toMatchObject({
    kind: 'invalid-input',
    field,
    outcome: 'not-sent',
  });
  expect(wire.sent).toEqual([]);
});

it.each<readonly [string, object]>([
  ['no field', {}],
  ['only a client', { client: 'desktop' }],
  ['fields that are undefined', { theme: undefined, current_project_id: undefined }],
  ['ids that cannot be sent', { current_project_id: null, current_organization_id: 'acme' }],
])('settings.update sends nothing for a change without a valid field: %s', async (_, input) => {
  const { client, wire } = await signedIn(recordingFetch(json({})));
  await expect(client.update(input)).resolves.toBeUndefined();
  expect(wire.sent).toEqual([]);
});

it('settings.update logs a warning for an id that it omits', async () => {
  const { client, events } = await signedIn(recordingFetch(json({})));
  await client.update({ theme: 'dark', current_project_id: null });
  expect(events.filter(({ type }) => type === 'warning')).toEqual([
    {
      type: 'warning',
      code: 'FIELD_LEFT_OUT',
      message: 'settings.update: current_project_id must be a UUID or an integer, and was left out',
    },
  ]);
});

it.each<readonly [field: string, input: unknown]>([
  ['thme', { thme: 'dark' }],
  ['sidebar', { theme: 'dark', sidebar: {} }],
  ['', 'dark'],
  ['', null],
])('settings.update rejects with the field %j before anything is sent, for %j', async (field, input) => {
  const { client, wire } = await signedIn(recordingFetch(json({})));
  await expect(failureOf(client.update(input as never))).resolves.toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it('settings.update retries after a temporary failure', async () => {
  const { client, wire } = await signedIn(recordingFetch(json({}, 503), json({})));
  const done = client.update({ theme: 'dark' });
  await vi.advanceTimersByTimeAsync(1000);
  await expect(done).resolves.toBeUndefined();
  expect(wire.sent.map(({ body }) => body)).toEqual([{ theme: 'dark' }, { theme: 'dark' }]);
});

it('settings.update fails with the message of the server', async () => {
  const { client } = await signedIn(
    recordingFetch(json({ errors: [{ status: '422', code: 'UNKNOWN_LANGUAGE', detail: 'No such language.' }] }, 422)),
  );
  await expect(client.update({ language: 'tlh' })).rejects.toMatchObject({
    kind: 'http',
    status: 422,
    code: 'UNKNOWN_LANGUAGE',
    outcome: 'rejected',
    message: expect.stringMatching(/^No such language\./) as string,
  });
});

it('settings.pin sends the pins of an organization without a client', async () => {
  const { client, wire } = await signedIn(recordingFetch(json({})));
  await client.pin({ organization_id: 5, pinned_project_ids: [12, 11] });
  expect(wire.only()).toMatchObject({ method: 'PATCH', url: 'https://api.test/v1/user_settings' });
  expect(wire.only().body).toEqual({ setting_key: 'sidebar', organization_id: 5, pinned_project_ids: [12, 11] });
});

it('settings.pin accepts ids as other services return them', async () => {
  const { client, wire } = await signedIn(recordingFetch(json({})));
  await client.pin({ organization_id: organization, pinned_project_ids: ['12', 11] });
  expect(wire.only().body).toEqual({ setting_key: 'sidebar', organization_id: organization, pinned_project_ids: [12, 11] });
});

it.each([
  ['organization_id', { organization_id: 'acme', pinned_project_ids: [] }],
  ['pinned_project_ids.1', { organization_id: 5, pinned_project_ids: [11, 'first'] }],
])('settings.pin rejects an invalid %s before anything is sent', async (field, input) => {
  const { client, wire } = await signedIn(recordingFetch(json({})));
  await expect(failureOf(client.pin(input))).resolves.toMatchObject({ kind: 'invalid-input', field, outcome: 'not-sent' });
  expect(wire.sent).toEqual([]);
});

it('settings.completeOnboardingStep marks a step as completed', async () => {
  const { client, wire } = await signedIn(recordingFetch(text('', 200)));
  await client.completeOnboardingStep({ stepId: 'agent_pass_discovered' });
  expect(wire.only()).toMatchObject({
    method: 'PATCH',
    url: 'https://api.test/v1/user_settings/onboarding/agent_pass_discovered',
    body: { value: true },
  });
  expect(headersOf(wire.only())).toEqual({ ...userHeaders, 'content-type': 'application/json' });
});

it('settings.completeOnboardingStep sends the client, and marks a step as not completed', async () => {
  const { client, wire } = await signedIn(recordingFetch(json({})));
  await client.completeOnboardingStep({ stepId: 'is_hidden', client: 'desktop', value: false });
  expect(wire.only().url).toBe('https://api.test/v1/user_settings/onboarding/is_hidden?client=desktop');
  expect(wire.only().body).toEqual({ value: false });
});

it.each(['', '..', 'a/b', '%2e%2e'])('settings.completeOnboardingStep rejects the step %j', async (stepId) => {
  const { client, wire } = await signedIn(recordingFetch(json({})));
  await expect(client.completeOnboardingStep({ stepId })).rejects.toMatchObject({
    kind: 'invalid-input',
    field: 'stepId',
  });
  expect(wire.sent).toEqual([]);
});
