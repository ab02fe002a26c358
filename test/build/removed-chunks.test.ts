import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type * as Core from '@platform-sdk/core';
import type { PlatformError, PlatformOptions } from '@platform-sdk/core';
import type * as Organizations from '@platform-sdk/organizations';
import { failureOf, json, recordingFetch, text, type Answer, type RecordingFetch } from '@platform-sdk/test-helpers';
import { buildPage, importPage } from './split-page.ts';

const PACKAGES = ['core', 'organizations', 'projects'];

/** A page's bundle after a deployment has removed the files that it loads on demand. */
let page: typeof Core & typeof Organizations;
let folder: string;
/** The sources that the page loads on demand. */
let removed: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'removed-chunks-'));
  const chunks = await buildPage(PACKAGES, folder);
  removed = chunks.map(({ source }) => source).toSorted();
  await Promise.all(chunks.map(({ file }) => rm(file)));
  page = await importPage(folder);
});

afterAll(async () => rm(folder, { recursive: true, force: true }));

const secret = 'planted-secret-5d1c';
const baseUrls = { auth: 'https://auth.test/v1', organizations: 'https://api.test/v1' };

const client = (wire: RecordingFetch, options: PlatformOptions = {}) =>
  page.createOrganizationsClient(
    page.createPlatform({ apiKey: 'app-1', accessToken: secret, baseUrls, fetch: wire.fetch, retry: { limit: 0 }, ...options }),
  );

const failing = (error: Error): Answer => {
  return () => {
    throw error;
  };
};

const create = (answer: Answer, options?: PlatformOptions): Promise<PlatformError> =>
  failureOf(client(recordingFetch(answer), options).create({ name: secret })) as Promise<PlatformError>;

const lists = { data: [{ id: 'org-1', type: 'organization', attributes: { name: 'Acme' }, meta: { can: {} } }] };

describe('a page whose code on demand was removed', () => {
  it('loads only files on demand that these tests and those of offline pages cover', () => {
    expect(removed).toEqual([
      'add-invited',
      'describe-failure',
      'identity-key',
      'redirects',
      'reopen',
      'shared-session',
      'system-failure',
      'whole-body',
      'wire-naming',
    ]);
  });

  it.each<readonly [string, Answer, object]>([
    ['a rejection', json({ detail: secret }, 422), { kind: 'http', status: 422, outcome: 'rejected' }],
    ['a failed server', json({ detail: secret }, 500), { kind: 'http', status: 500, outcome: 'unknown' }],
    ['a limit', json({}, 429, { 'retry-after': '7' }), { kind: 'http', status: 429, outcome: 'rejected', retryAfterSeconds: 7 }],
    ['a lost connection', failing(new TypeError(`Failed: ${secret}`)), { kind: 'network', outcome: 'unknown' }],
    ['a lost connection with a cause', failing(new TypeError('fetch failed', { cause: { code: secret } })), { kind: 'network' }],
    ['a page of a proxy', text(`<html>${secret}`, 200, 'text/html'), { kind: 'invalid-response', status: 200, outcome: 'unknown' }],
    ['a wrong document', json({ data: { title: secret } }, 200), { kind: 'invalid-response', status: 200, outcome: 'likely-applied' }],
    ['a reported failure', json({ error: secret }), { kind: 'http', status: 200, outcome: 'unknown' }],
    ['a redirect', text('', 307, 'text/plain', { location: `/${secret}` }), { kind: 'redirect', status: 307, outcome: 'rejected' }],
  ])('keeps the facts of a failure, and no secret: %s', async (_, answer, facts) => {
    const error = await create(answer, { validation: 'throw' });
    expect(error).toMatchObject({ ...facts, operation: 'organizations.create', attempts: 1 });
    expect(error.message).toBe(
      `organizations.create failed (${[error.kind, error.status, error.field].filter(Boolean).join(', ')}). The code for error messages could not be loaded`,
    );
    expect(JSON.stringify(error) + String(error.stack)).not.toContain(secret);
    expect(error.cause).toBeUndefined();
    expect(page.isPlatformError(error)).toBe(true);
  });

  it('names the field of an invalid input, and the base address that is missing', async () => {
    const organizations = client(recordingFetch(json({})), { baseUrls: {} });
    const named = { kind: 'invalid-input', outcome: 'not-sent', attempts: 0 };
    await expect(failureOf(organizations.get({ organizationId: '..' }))).resolves.toMatchObject({ ...named, field: 'organizationId' });
    const message = expect.stringContaining('(invalid-input, baseUrls.organizations)') as unknown;
    await expect(failureOf(organizations.list())).resolves.toMatchObject({ ...named, field: 'baseUrls.organizations', message });
  });

  it('keeps the messages of the SDK: an abort, a timeout and a missing user', async () => {
    const silent = recordingFetch(() => new Promise<Response>(() => undefined));
    const controller = new AbortController();
    const aborted = failureOf(client(silent).list({}, { signal: controller.signal }));
    controller.abort('left');
    await expect(aborted).resolves.toMatchObject({
      kind: 'aborted',
      message: 'The call was aborted. (organizations.list at https://api.test)',
      cause: 'left',
    });
    const late = failureOf(client(silent).list({}, { timeoutMs: 50 }));
    await expect(late).resolves.toMatchObject({ kind: 'timeout', message: expect.stringContaining('No response within 50 ms') as unknown });
    const platform = page.createPlatform({ apiKey: 'app-1', baseUrls, fetch: silent.fetch });
    const signedOut = failureOf(page.createOrganizationsClient(platform).list());
    await expect(signedOut).resolves.toMatchObject({
      kind: 'session',
      message: expect.stringContaining('needs a signed-in user') as unknown,
    });
  });

  it('refreshes the session, and retries', async () => {
    const wire = recordingFetch(
      json({}, 401),
      json({ data: { id: 'user-1', type: 'session', attributes: { accessToken: 'new', refreshToken: 'next' } } }),
      json({}, 503),
      json(lists),
    );
    const platform = page.createPlatform({ apiKey: 'app-1', baseUrls, fetch: wire.fetch });
    await platform.session.set({ accessToken: 'old', refreshToken: 'one' });
    await expect(page.createOrganizationsClient(platform).list()).resolves.toMatchObject([{ id: 'org-1', name: 'Acme' }]);
    expect(wire.sent).toHaveLength(4);
  });

  it('reports a refresh that failed by the facts of the refresh', async () => {
    const wire = recordingFetch(json({}, 401), json({ detail: secret }, 500));
    const platform = page.createPlatform({ apiKey: 'app-1', baseUrls, fetch: wire.fetch, retry: { limit: 0 } });
    await platform.session.set({ accessToken: 'old', refreshToken: secret });
    const error = (await failureOf(page.createOrganizationsClient(platform).list())) as PlatformError;
    expect(error).toMatchObject({ kind: 'http', status: 500, operation: 'auth.refresh', outcome: 'rejected' });
    expect(error.message).toMatch(/^The session could not be refreshed: auth\.refresh failed \(http, 500\)/);
    expect(JSON.stringify(error)).not.toContain(secret);
  });

  it('logs and traces the origin of a request instead of its URL', async () => {
    const urls: string[] = [];
    const organizations = client(recordingFetch(json(lists.data[0] && { data: lists.data[0] })), {
      logger: (event) => event.type === 'attempt' && urls.push(event.url),
      tracing: { attempt: async ({ url }, send) => (urls.push(url), send({})) },
    });
    await organizations.get({ organizationId: 'org-1' });
    expect(urls).toEqual(['https://api.test', 'https://api.test']);
  });

  it('sends nothing whose wire names it cannot apply', async () => {
    const wire = recordingFetch(json(lists));
    const error = failureOf(client(wire, { wireNames: { 'organizations.list': { a: 'b' } } }).list());
    await expect(error).resolves.toMatchObject({ kind: 'network', outcome: 'not-sent', attempts: 0 });
    expect(wire.sent).toEqual([]);
  });

  it('returns the rejection of an invitation whose user it cannot add', async () => {
    const wire = recordingFetch(json({ errors: [{ code: 'redirect_to_add_member' }] }, 422));
    const input = { organizationId: 'org-1', email: 'grace@example.com', orgRole: 'admin', role: 'ADMIN' } as const;
    const error = failureOf(client(wire).invite(input));
    await expect(error).resolves.toMatchObject({
      kind: 'http',
      status: 422,
      outcome: 'rejected',
      operation: 'organizations.invitations.create',
    });
    expect(wire.sent).toHaveLength(1);
  });

  it('bypasses the cache if a function may return another user’s token', async () => {
    const wire = recordingFetch(json({ data: lists.data[0] }));
    const organizations = client(wire, { accessToken: () => secret });
    await organizations.get({ organizationId: 'org-1' });
    await organizations.get({ organizationId: 'org-1' });
    expect(wire.sent).toHaveLength(2);
  });

  it('follows no redirect that a `fetch` of its caller shows', async () => {
    const wire = recordingFetch(text('', 302, 'text/plain', { location: '/v1/elsewhere' }), json(lists));
    await expect(failureOf(client(wire).list())).resolves.toMatchObject({ kind: 'redirect', status: 302, outcome: 'rejected' });
    expect(wire.sent).toHaveLength(1);
  });

  it('reports a response that only code on demand can read', async () => {
    const { status, ok, headers } = json(lists);
    const wire = recordingFetch(() => ({ status, ok, headers, text: async () => JSON.stringify(lists) }) as Response);
    await expect(failureOf(client(wire).list())).resolves.toMatchObject({ kind: 'network', outcome: 'unknown' });
  });

  it('reports a token store that only code on demand can read', async () => {
    const wire = recordingFetch(json(lists));
    const platform = page.createPlatform({
      apiKey: 'app-1',
      baseUrls,
      fetch: wire.fetch,
      session: { store: { get: () => undefined, set: () => true } },
    });
    await expect(failureOf(page.createOrganizationsClient(platform).list())).resolves.toMatchObject({
      kind: 'network',
      outcome: 'not-sent',
    });
    expect(wire.sent).toEqual([]);
  });
});

describe('a page that was online for its first call', () => {
  it('describes a failure after the code on demand was removed', async () => {
    const later = await mkdtemp(join(tmpdir(), 'removed-later-'));
    onTestFinished(() => rm(later, { recursive: true, force: true }));
    const chunks = await buildPage(PACKAGES, later);
    const description = chunks.find(({ source }) => source === 'describe-failure')?.file ?? '';
    await appendFile(description, '\nonDescription();');
    const loaded = new Promise<void>((resolve) => void vi.stubGlobal('onDescription', resolve));
    vi.stubGlobal('document', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    const { createOrganizationsClient, createPlatform } = await importPage<typeof page>(later);
    const wire = recordingFetch(json(lists), failing(new TypeError('Failed to fetch')));
    const platform = createPlatform({ apiKey: 'app-1', accessToken: secret, baseUrls, fetch: wire.fetch, retry: { limit: 0 } });
    const organizations = createOrganizationsClient(platform);
    await organizations.list();
    await loaded;
    await Promise.all(chunks.map(({ file }) => rm(file)));
    await expect(failureOf(organizations.create({ name: 'Acme' }))).resolves.toMatchObject({
      kind: 'network',
      outcome: 'unknown',
      message: expect.stringMatching(/^The connection failed: Failed to fetch.*organizations\.create at https:/) as unknown,
    });
  });
});

describe('a page whose code on demand never arrives', () => {
  let stalled: typeof page;
  let folderOfStalled: string;

  beforeAll(async () => {
    folderOfStalled = await mkdtemp(join(tmpdir(), 'stalled-chunks-'));
    const chunks = await buildPage(PACKAGES, folderOfStalled);
    await Promise.all(chunks.map(({ file }) => writeFile(file, 'await new Promise(() => undefined);')));
    stalled = await importPage(folderOfStalled);
  });

  afterAll(async () => rm(folderOfStalled, { recursive: true, force: true }));

  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  const stalledClient = (wire: RecordingFetch, options: PlatformOptions) =>
    stalled.createOrganizationsClient(
      stalled.createPlatform({ apiKey: 'app-1', accessToken: secret, baseUrls, fetch: wire.fetch, retry: { limit: 0 }, ...options }),
    );

  it('sends nothing for a traced call that is aborted meanwhile', async () => {
    const wire = recordingFetch(json({ data: lists.data[0] }));
    const controller = new AbortController();
    const organizations = stalledClient(wire, { tracing: { attempt: async (_, send) => send({}) } });
    const error = failureOf(organizations.create({ name: 'Acme' }, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(error).resolves.toMatchObject({ kind: 'aborted', outcome: 'not-sent', attempts: 0 });
    expect(wire.sent).toEqual([]);
  });

  it('logs an attempt without holding up its call longer than its limit', async () => {
    const urls: string[] = [];
    const organizations = stalledClient(recordingFetch(json({ data: lists.data[0] })), {
      logger: (event) => event.type === 'attempt' && urls.push(event.url),
    });
    const settled = vi.fn<(result: unknown) => void>();
    organizations.create({ name: 'Acme' }, { timeoutMs: 1000 }).then(settled, settled);
    await vi.advanceTimersByTimeAsync(1000);
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ id: 'org-1' }));
    expect(urls).toEqual([]);
    await vi.advanceTimersByTimeAsync(4000);
    expect(urls).toEqual(['https://api.test']);
  });
});
