import { getEventListeners } from 'node:events';
import { createSecureContext, getCACertificates, setDefaultCACertificates, type SecureContext } from 'node:tls';
import { inspect } from 'node:util';
import { createPlatform, isPlatformError, type LogEvent, type Platform, type PlatformError } from '@platform-sdk/core';
import { jwt, longCount } from '@platform-sdk/test-helpers';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createClients, methodIn, sampleInputOf, serviceMethods, wholeOf, type ServiceMethod } from '../helpers/service-methods.ts';
import { makeCertificate } from './certificates.ts';
import { faultsOf, handshakesOf, randomOf, successOf } from './ledger-faults.ts';
import { responseOf, startLedgerServer, type Entry, type LedgerServer } from './ledger-server.ts';
import { leaksOf } from './planted-secrets.ts';

const PARALLEL = 12;
const secrets = {
  apiKey: 'planted-api-key-5f0c',
  service: 'planted-service-token-77aa',
  project: 'planted-project-secret-18cd',
  agent: 'planted-agent-secret-90ef',
  admin: 'planted-admin-access-3b4c',
  header: 'planted-own-header-99d9',
  password: 'planted-pass"word-1d3e',
} as const;

/** All methods except those that sign in, register, activate, refresh or sign out. They could change the session of other calls. */
const methods = serviceMethods.filter(({ name }) => !/^auth\.(?:login|register|activate|refresh|logout)/.test(name));

const bearerOf = ({ authorization = '' }: Entry['headers']): string => authorization.replace('Bearer ', '');

/** Creates the sessions of the service. A refresh token works once. */
const createSessions = () => {
  const owners = new Map<string, string>();
  const valid = new Set<string>();
  const refreshable = new Map<string, string>();
  let count = 0;
  const issue = (id: string) => {
    const name = `${id}-${++count}`;
    const pair = { id, accessToken: jwt(name), refreshToken: `planted-refresh-${name}` };
    owners.set(pair.accessToken, id);
    valid.add(pair.accessToken);
    refreshable.set(pair.refreshToken, id);
    return pair;
  };
  return {
    issue,
    ownerOf: ({ headers }: Entry): string | undefined => owners.get(bearerOf(headers)),
    hasExpired: ({ headers }: Entry): boolean => owners.has(bearerOf(headers)) && !valid.has(bearerOf(headers)),
    expire: () => valid.clear(),
    refresh(body: string): string {
      const { refresh_token } = JSON.parse(body) as { readonly refresh_token: string };
      const id = refreshable.get(refresh_token);
      if (id === undefined || !refreshable.delete(refresh_token)) return responseOf(401, '{}');
      const { accessToken, refreshToken } = issue(id);
      return responseOf(200, JSON.stringify({ data: { id, type: 'session', attributes: { accessToken, refreshToken } } }));
    },
  };
};

/** A call and its result. */
interface Result {
  readonly call: string;
  readonly method: ServiceMethod;
  readonly error: unknown;
  readonly listeners: number;
}

interface Scene {
  readonly platform: Platform;
  readonly server: LedgerServer;
  readonly sessions: ReturnType<typeof createSessions>;
  readonly log: LogEvent[];
}

interface Sender {
  readonly fetch?: typeof globalThis.fetch;
  /** Returns the context of a TLS server whose authority this process trusts. Default: no TLS. */
  readonly secure?: () => Promise<SecureContext>;
}

const open = async (seed: number, { fetch, secure }: Sender): Promise<Scene> => {
  const sessions = createSessions();
  const random = randomOf(seed + 1);
  const responses = new Map<string, string>();
  for (const method of serviceMethods) responses.set(method.name, await successOf(method, random() < 0.3));
  const server = await startLedgerServer({
    nextFault: faultsOf(seed, secure !== undefined),
    tls: secure && { context: await secure(), nextHandshake: handshakesOf(seed) },
    override: (entry) => (sessions.hasExpired(entry) ? responseOf(401, '{"error":"expired"}') : undefined),
    respond: ({ path, headers, body }) =>
      path.endsWith('/oauth/token/refresh')
        ? sessions.refresh(body)
        : (responses.get(headers['x-operation'] ?? '') ?? responseOf(404, '{}')),
  });
  const { origin } = server;
  const log: LogEvent[] = [];
  const { apiKey, service, project: secretKey, agent: secretToken, admin: adminAccess } = secrets;
  const versioned = ['auth', 'organizations', 'wallets', 'gateway'].map((name) => [name, `${origin}/v1`]);
  const others = ['analytics', 'memory', 'upload', 'search', 'converter'].map((name) => [name, origin]);
  const platform = createPlatform({
    apiKey,
    tokens: { memory: service, gateway: service, upload: service, converter: service },
    projectKeys: { publicKey: 'pk-1', secretKey },
    agent: { secretToken, userId: 'agent-1' },
    adminAccess,
    baseUrls: Object.fromEntries([...versioned, ...others]) as Record<string, string>,
    timeouts: { headersMs: 1000, bodyMs: 500, idleMs: 500, firstEventMs: 500 },
    retry: { limit: 1, maxRetryAfterMs: 1000 },
    logger: (event) => log.push(event),
    ...(fetch && { fetch }),
  });
  await platform.session.set(sessions.issue('user-1'));
  return { platform, server, sessions, log };
};

/** Returns values for the secret fields of an input. */
const secretsIn = ({ operation }: ServiceMethod): Record<string, string> => {
  const names = Object.keys(operation.input.properties ?? {}).filter((name) => /password|secretKey|api_key/.test(name));
  return Object.fromEntries(names.map((name) => [name, secrets.password]));
};

/** Calls random operations and aborts some of them. Between calls, another user sometimes signs in, or all tokens expire. */
const callAtRandom = async ({ platform, sessions }: Scene, seed: number, count: number): Promise<Result[]> => {
  const random = randomOf(seed + 2);
  const clients = createClients(platform);
  const results: Result[] = [];
  let started = 0;
  const callOne = async (): Promise<void> => {
    const call = `call-${++started}`;
    const method = methods[Math.floor(random() * methods.length)] as ServiceMethod;
    const abort = new AbortController();
    const timer = random() < 0.2 ? setTimeout(() => abort.abort(), random() * 60) : undefined;
    const headers = { 'X-Call': call, 'X-Operation': method.name, 'X-Own': secrets.header };
    const options = { signal: abort.signal, headers, forceRefresh: true };
    const error: unknown = await (async () => wholeOf(methodIn(clients, method)(sampleInputOf(method, secretsIn(method)), options)))().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    clearTimeout(timer);
    results.push({ call, method, error, listeners: getEventListeners(abort.signal, 'abort').length });
    if (random() < 0.03) sessions.expire();
    if (random() < 0.03 || !platform.session.snapshot()) await platform.session.set(sessions.issue(`user-${started % 3}`));
  };
  const callMany = async (): Promise<void> => {
    while (started < count) await callOne();
  };
  await Promise.all(Array.from({ length: PARALLEL }, callMany));
  return results;
};

/** Returns the ways in which the outcome of a call contradicts the ledger. */
const contradictions = ({ call, method, error, listeners }: Result, entries: readonly Entry[], { ownerOf }: Scene['sessions']) => {
  const { retry, method: verb } = method.operation;
  const applied = entries.filter(({ isApplied }) => isApplied).length;
  const { outcome, attempts = 0, operation } = (error ?? {}) as Partial<PlatformError>;
  const isRead = retry === 'safe';
  const isRepeatable = isRead || retry === 'idempotent';
  const users = new Set(entries.flatMap((entry) => ownerOf(entry) ?? []));
  const found = {
    'is not a PlatformError': error !== undefined && !isPlatformError(error),
    'has no outcome': error !== undefined && outcome === undefined,
    'not-sent, but it arrived': outcome === 'not-sent' && entries.length > 0,
    'rejected, but it was executed': outcome === 'rejected' && applied > 0 && !isRead,
    'likely-applied, but it was not executed': outcome === 'likely-applied' && applied === 0,
    // A 404 after a repeated DELETE is a success. The header `x-call` of the first request might be missing.
    'succeeded, but it was not executed': error === undefined && applied === 0 && !(verb === 'DELETE' && entries.at(-1)?.status === 404),
    'was executed twice': applied > 1 && !isRepeatable,
    'was sent twice': entries.length > 1 && retry === 'single-attempt',
    'reports fewer attempts than requests': operation === method.name && !isRead && attempts < entries.length,
    'was sent for two users': users.size > 1,
    'left a listener': listeners > 0,
  };
  const wrong = Object.entries(found).flatMap(([name, isFound]) => (isFound ? [name] : []));
  const facts = inspect({ error, entries }, { depth: 3, breakLength: Infinity }).slice(0, 600);
  return wrong.map((name) => `${call} ${method.name} (${retry}): ${name}: ${facts}`);
};

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on('unhandledRejection', note).on('warning', note));
afterEach(() => void process.off('unhandledRejection', note).off('warning', note));

const trusted = async (): Promise<SecureContext> => {
  const { ca, key, cert } = await makeCertificate();
  const before = getCACertificates();
  setDefaultCACertificates([...before, ca]);
  onTestFinished(() => setDefaultCACertificates(before));
  return createSecureContext({ key, cert });
};

/** After a 421, the `fetch` of Node sends a second request, which the SDK does not see. The service did not execute the first request. */
const NODE_FETCH = "a caller's fetch";
const senders: Readonly<Record<string, Sender>> = {
  'node:http': {},
  'node:https': { secure: trusted },
  [NODE_FETCH]: { fetch: (...request) => globalThis.fetch(...request) },
};
const seeds = Array.from({ length: longCount(2, 12) }, (_, index) => index + 1);

it.each(Object.keys(senders).flatMap((sender) => seeds.map((seed) => [sender, seed] as const)))(
  "every outcome agrees with the server's ledger: over %s, seed %d",
  async (sender, seed) => {
    const scene = await open(seed, senders[sender] ?? {});
    const { platform, server, sessions, log } = scene;
    const results = await callAtRandom(scene, seed, longCount(150, 400));
    platform.dispose();
    await server.close();
    const entriesOf = (call: string): Entry[] => {
      const entries = server.ledger.filter((entry) => entry.call === call);
      return sender === NODE_FETCH ? entries.filter(({ status }, index) => status !== 421 || index === entries.length - 1) : entries;
    };
    expect(results.flatMap((each) => contradictions(each, entriesOf(each.call), sessions))).toEqual([]);
    const failures = results.flatMap(({ method, error }) => (isPlatformError(error) ? [{ of: method.name, error }] : []));
    expect(leaksOf(failures, log, secrets)).toEqual([]);
    expect(failures.length).toBeGreaterThan(results.length / 5);
    expect(unhandled.splice(0)).toEqual([]);
  },
  60_000,
);
