import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { passed } from '@platform-sdk/test-helpers';
import {
  benchOf,
  failureOf,
  headersOf,
  inProject,
  json,
  one,
  organizationsUrl,
  pass,
  passDocument,
  recordingFetch,
  signedIn,
  text,
  withBody,
} from './bench.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const passesUrl = `${organizationsUrl}/organizations/org-1/projects/7/agent_passes`;

it('agentPasses.create sends the pass to the path of its organization and project', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json(passDocument({}, { secretKey: 'key-1' }))));
  await agentPasses.create({
    ...inProject,
    title: 'Deploys',
    description: 'For the pipeline',
    permissions: ['deploy'],
    allowedReferers: ['https://ci.example.com'],
    scopes: ['staging'],
    expiresAt: '2027-01-01T00:00:00Z',
    tags: ['ci'],
  });
  expect(wire.only()).toMatchObject({ method: 'POST', url: passesUrl });
  expect(headersOf(wire.only())).toEqual({ ...signedIn, ...withBody });
  expect(wire.only().body).toEqual({
    agentPass: {
      title: 'Deploys',
      description: 'For the pipeline',
      entityType: 'project',
      entityId: '7',
      permissions: ['deploy'],
      allowedReferers: ['https://ci.example.com'],
      credentialType: 'api_key',
      scopes: ['staging'],
      expiresAt: '2027-01-01T00:00:00Z',
      tags: ['ci'],
    },
  });
});

it('agentPasses.create returns the pass with its key', async () => {
  const { agentPasses } = await benchOf(recordingFetch(json(passDocument({}, { secretKey: 'key-1' }))));
  await expect(agentPasses.create({ ...inProject, title: 'Deploys' })).resolves.toEqual({ ...pass, meta: { secretKey: 'key-1' } });
});

it.each([
  ['title', { title: '' }],
  ['expiresAt', { title: 'Deploys', expiresAt: 'next year' }],
  ['expiresAt', { title: 'Deploys', expiresAt: '01/02/2027' }],
  ['entityType', { title: 'Deploys', entityType: 'user' as 'project' }],
  ['tags.0', { title: 'Deploys', tags: [7 as unknown as string] }],
])('agentPasses.create rejects an invalid %s before anything is sent', async (field, input) => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json({})));
  await expect(agentPasses.create({ ...inProject, ...input })).rejects.toMatchObject({
    kind: 'invalid-input',
    field,
    outcome: 'not-sent',
  });
  expect(wire.sent).toEqual([]);
});

it('agentPasses.create is not retried after a failure, and reports the outcome "unknown"', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json({}, 500)));
  await expect(agentPasses.create({ ...inProject, title: 'Deploys' })).rejects.toMatchObject({ status: 500, outcome: 'unknown' });
  expect(wire.sent).toHaveLength(1);
});

it('agentPasses.list requests the passes of a project', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json({ data: [(passDocument() as { data: object }).data] })));
  await expect(agentPasses.list(inProject)).resolves.toEqual([pass]);
  expect(wire.only()).toMatchObject({ method: 'GET', url: passesUrl, body: undefined });
  expect(headersOf(wire.only())).toEqual(signedIn);
});

it('agentPasses.list sends every filter', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json({ data: [] })));
  await agentPasses.list({ ...inProject, active: false, credential_type: 'api_key', search: 'Dep', tags: ['ci', 'eu'] });
  expect(wire.only().url).toBe(`${passesUrl}?active=false&credential_type=api_key&search=Dep&tags=ci%2Ceu`);
});

it('agentPasses.list rejects a tag with a comma, which the service would split', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json({ data: [] })));
  await expect(agentPasses.list({ ...inProject, tags: ['ci', 'eu,us'] })).rejects.toMatchObject({
    kind: 'invalid-input',
    field: 'tags.1',
    message: 'agentPasses.list: tags.1 must be a tag without a comma',
    outcome: 'not-sent',
  });
  expect(wire.sent).toEqual([]);
});

it('agentPasses.list accepts a response that is a plain array', async () => {
  const { agentPasses } = await benchOf(recordingFetch(json([{ id: 'pass-1', title: 'Deploys' }])));
  await expect(agentPasses.list(inProject)).resolves.toEqual([{ id: 'pass-1', title: 'Deploys' }]);
});

it('agentPasses.get requests one pass', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json(passDocument())));
  await expect(agentPasses.get(one)).resolves.toEqual(pass);
  expect(wire.only()).toMatchObject({ method: 'GET', url: `${passesUrl}/pass-1` });
  expect(headersOf(wire.only())).toEqual(signedIn);
});

it('agentPasses.get percent-encodes the ids in the path', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json(passDocument())));
  await agentPasses.get({ orgId: 'a/b', projectId: '7', passId: 'x y?' });
  expect(wire.only().url).toBe(`${organizationsUrl}/organizations/a%2Fb/projects/7/agent_passes/x%20y%3F`);
});

it('agentPasses.get retries after a failure', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json({}, 503), json(passDocument())));
  await expect(passed(agentPasses.get(one))).resolves.toEqual(pass);
  expect(wire.sent).toHaveLength(2);
});

it('agentPasses.update sends only the changed fields', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json(passDocument({ title: 'Releases' }))));
  await expect(agentPasses.update({ ...one, title: 'Releases', expiresAt: null, tags: [] })).resolves.toEqual({
    ...pass,
    title: 'Releases',
  });
  expect(wire.only()).toMatchObject({ method: 'PUT', url: `${passesUrl}/pass-1` });
  expect(headersOf(wire.only())).toEqual({ ...signedIn, ...withBody });
  expect(wire.only().body).toEqual({ agentPass: { title: 'Releases', expiresAt: null, tags: [] } });
});

it('agentPasses.update rejects an empty title', async () => {
  const { agentPasses } = await benchOf(recordingFetch(json({})));
  await expect(agentPasses.update({ ...one, title: '' })).rejects.toMatchObject({ kind: 'invalid-input', field: 'title' });
});

it('agentPasses.remove deletes the pass', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(new Response(null, { status: 204 })));
  await expect(agentPasses.remove(one)).resolves.toBeUndefined();
  expect(wire.only()).toMatchObject({ method: 'DELETE', url: `${passesUrl}/pass-1`, body: undefined });
  expect(headersOf(wire.only())).toEqual(signedIn);
});

it('agentPasses.remove succeeds if the retry after a 500 gets 404', async () => {
  const { agentPasses } = await benchOf(recordingFetch(json({}, 500), json({}, 404)));
  await expect(passed(agentPasses.remove(one))).resolves.toBeUndefined();
});

it('agentPasses.remove fails immediately for an unknown pass', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json({}, 404)));
  await expect(agentPasses.remove(one)).rejects.toMatchObject({ status: 404, outcome: 'rejected' });
  expect(wire.sent).toHaveLength(1);
});

describe.each([
  ['revoke', false],
  ['activate', true],
] as const)('agentPasses.%s', (name, active) => {
  it('agentPasses.revoke and activate send a POST without a body, and return the pass', async () => {
    const { agentPasses, wire } = await benchOf(recordingFetch(json(passDocument({ active }))));
    await expect(agentPasses[name](one)).resolves.toEqual({ ...pass, active });
    expect(wire.only()).toMatchObject({ method: 'POST', url: `${passesUrl}/pass-1/${name}`, body: undefined });
    expect(headersOf(wire.only())).toEqual(signedIn);
  });

  it('agentPasses.revoke and activate are retried after a failure', async () => {
    const { agentPasses, wire } = await benchOf(recordingFetch(json({}, 500), json(passDocument({ active }))));
    await passed(agentPasses[name](one));
    expect(wire.sent).toHaveLength(2);
  });

  it('agentPasses.revoke and activate fail for an HTML page with status 200', async () => {
    const { agentPasses } = await benchOf(recordingFetch(text('<html><title>Welcome</title></html>', 200, 'text/html')));
    expect(await failureOf(agentPasses[name](one))).toMatchObject({ kind: 'invalid-response', outcome: 'unknown' });
  });
});
