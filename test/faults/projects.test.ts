import { inspect } from 'node:util';
import { createProjectsClient, type ProjectsClient } from '@platform-sdk/projects';
import { beforeEach, expect, it } from 'vitest';
import { answer, answerOf, close, inTurn, json, reset, startFaultServer, stall, type FaultServer, type Reaction } from './fault-server.ts';
import { failureOf, signedIn, takeTimers, type Scene } from './signed-in-clients.ts';

const project = { organizationId: 'org-1', projectId: '7' };
const secretKey = 'planted-provider-key-5a1e';
const onceOnly = 'planted-once-only-secret-77d0';

const keyDocument = { data: { id: 'k-1', type: 'apiKey', attributes: { publicKey: 'pk-1' } }, meta: { secretKey: onceOnly } };
const llmKeyDocument = { data: { id: 'l-1', type: 'llm_api_keys', attributes: { provider: 'openai' } } };
const projectDocument = { data: { id: '7', type: 'project', attributes: { name: 'Engines' } } };
const withPair = json(200, { ...projectDocument, meta: { secrets: { publicKey: 'pk-1', secretKey: onceOnly } } });

interface ProjectsScene extends Scene {
  readonly projects: ProjectsClient;
  readonly server: FaultServer;
}

const scene = async (reaction: Reaction): Promise<ProjectsScene> => {
  const server = await startFaultServer(reaction);
  const signed = await signedIn(server.origin);
  return { ...signed, server, projects: createProjectsClient(signed.platform) };
};

const shown = (...values: unknown[]): string => inspect(values, { depth: null, showHidden: true }) + JSON.stringify(values);

let limits: ReturnType<typeof takeTimers>;
beforeEach(() => void (limits = takeTimers()));

const lost: readonly (readonly [string, Reaction, object])[] = [
  ['reset before the headers', reset, { kind: 'network', outcome: 'unknown' }],
  ['cut in the body', close(answerOf(200, {}, JSON.stringify(keyDocument), 999)), { kind: 'network' }],
  ['a 500', json(500, { error: 'Broken.', secretKey: onceOnly }), { kind: 'http', outcome: 'unknown' }],
  ['a 503 with Retry-After', json(503, {}, { 'Retry-After': '1' }), { kind: 'http', outcome: 'unknown' }],
  [
    'an HTML page',
    answer(200, '<html><title>Proxy</title></html>', { 'Content-Type': 'text/html' }),
    { kind: 'invalid-response', outcome: 'unknown' },
  ],
  ['broken JSON', answer(200, JSON.stringify(keyDocument).slice(0, -1)), { kind: 'invalid-response', outcome: 'likely-applied' }],
];

it.each(lost)(
  'creating a key whose response is %s sends a single request, and its error contains no secret',
  async (_, reaction, facts) => {
    const { projects, server, log } = await scene(reaction);
    const errors = [
      await failureOf(projects.apiKeys.create({ ...project, note: 'CI' })),
      await failureOf(projects.llmApiKeys.create({ ...project, provider: 'openai', secretKey })),
    ];

    expect(server.requests).toHaveLength(2);
    for (const error of errors) expect(error).toMatchObject({ ...facts, attempts: 1 });
    expect(shown(errors, log)).not.toContain(onceOnly);
    expect(shown(errors, log)).not.toContain(secretKey);
  },
);

it('creating a key sends a single request and times out if the server does not respond', async () => {
  const { projects, server } = await scene(stall());
  const failed = failureOf(projects.apiKeys.create({ ...project, note: 'CI' }));
  await server.until(() => server.requests.length === 1);
  limits.expire();

  expect(await failed).toMatchObject({ kind: 'timeout', operation: 'projects.apiKeys.create', outcome: 'unknown', attempts: 1 });
  expect(server.requests).toHaveLength(1);
});

it('a received secret key never appears in log events', async () => {
  const { projects, log } = await scene(inTurn(json(200, keyDocument), json(200, llmKeyDocument)));
  const meta = (await projects.apiKeys.create({ ...project, note: 'CI' }))!.meta!;
  await projects.llmApiKeys.create({ ...project, provider: 'openai', secretKey });

  expect(meta.secretKey).toBe(onceOnly);
  expect(log.filter(({ type }) => type === 'attempt')).toHaveLength(2);
  expect(shown(log)).not.toContain(onceOnly);
  expect(shown(log)).not.toContain(secretKey);
});

const grace = { ...project, email: 'grace@example.com', role: 'MEMBER', orgRole: 'MEMBER' } as const;

it.each([
  ['is reset', reset],
  ['breaks off', close(answerOf(200, {}, '{"data":', 999))],
  ['is a failure', json(500, { error: 'No user found: the database is down.' })],
])('projects.addUser sends a single request and no invitation if the response %s', async (_, reaction) => {
  const { projects, server } = await scene(reaction);
  const error = await failureOf(projects.addUser(grace));

  expect(error).toMatchObject({ operation: 'projects.members.add', attempts: 1 });
  expect(server.requests.map(({ target }) => target)).toEqual(['/v1/organizations/org-1/projects/7/add_user']);
});

it('projects.remove succeeds if its retry gets 404, and removes the key pair from the cache', async () => {
  const { projects, server } = await scene(inTurn(withPair, reset, json(404, {}), json(404, { error: 'No such project.' })));
  await projects.keyPair(project);

  await expect(projects.remove(project)).resolves.toBeUndefined();
  await expect(failureOf(projects.keyPair(project))).resolves.toMatchObject({ status: 404 });
  expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'DELETE', 'GET']);
});

it('projects.keyPair does not cache an incomplete response', async () => {
  const { projects, server, log } = await scene(
    inTurn(close(answerOf(200, {}, JSON.stringify({ meta: { secrets: { secretKey: onceOnly } } }), 999)), withPair),
  );

  await expect(projects.keyPair(project)).resolves.toEqual({ publicKey: 'pk-1', secretKey: onceOnly });
  expect(server.requests).toHaveLength(2);
  expect(shown(log)).not.toContain(onceOnly);
});

it('five concurrent calls of projects.list share one request and its two retries', async () => {
  const { projects, server } = await scene(inTurn(json(503, {}), reset, json(200, { data: [projectDocument.data] })));
  const lists = await Promise.all(Array.from({ length: 5 }, () => projects.list({ organizationId: 'org-1' })));

  expect(lists.map(([first]) => first?.name)).toEqual(Array.from({ length: 5 }, () => 'Engines'));
  expect(server.requests).toHaveLength(3);
});
