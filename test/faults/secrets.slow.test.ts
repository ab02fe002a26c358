import { beforeEach, describe, expect, it } from 'vitest';
import { answer, answerOf, byPath, close, deadOrigin, json, reset, stall, startFaultServer, type Reaction } from './fault-server.ts';
import { broughtBy, echo, failEach, leaksOf, planted } from './planted-secrets.ts';
import { atHeaders, failureOf, signedIn, signedOut, stoppedClock, takeTimers, type Limits } from './signed-in-clients.ts';

const html = { 'Content-Type': 'text/html' };
let limits: Limits;

const faults: readonly (readonly [string, Reaction])[] = [
  [
    'a JSON:API error that contains the secrets',
    echo((secrets) => json(422, { errors: [{ code: secrets[0], title: secrets.join(), detail: secrets.join(' '), source: secrets }] })),
  ],
  [
    'an error whose code is a secret',
    echo((secrets) => json(400, { error: { code: secrets.at(-1), message: 'No.', trace_id: secrets.at(-1) } })),
  ],
  ['an error whose trace id is a secret', echo((secrets) => json(400, { message: 'No.', code: secrets[1], trace_id: secrets[1] }))],
  [
    'an error that contains the secrets in unknown fields',
    echo((secrets) => json(400, { error: 'No.', received: { a: secrets, b: { c: secrets.join('/') } } })),
  ],
  [
    'an error whose keys are the secrets',
    echo((secrets) => json(400, { error: 'No.', unknown: Object.fromEntries(secrets.map((secret) => [secret, true])) })),
  ],
  [
    'an error whose field name and messages contain the secrets',
    echo((secrets) => json(422, { errors: { [secrets[0] ?? '']: [`The value ${secrets.join(' ')} is wrong.`], name: secrets } })),
  ],
  [
    'an error whose pointer contains the secrets',
    echo((secrets) => json(422, { errors: [{ detail: 'No.', source: { pointer: `/data/attributes/${secrets.join('/')}` } }] })),
  ],
  [
    'an error whose location contains the secrets',
    echo((secrets) => json(422, { detail: [{ loc: ['body', ...secrets], msg: secrets.join(' ') }] })),
  ],
  ['an error of OAuth', echo((secrets) => json(400, { error: secrets[0], error_description: secrets.join(' ') }))],
  [
    'an error that returns the request as text',
    (socket, request) => answer(500, request.raw, { 'Content-Type': 'text/plain' })(socket, request),
  ],
  [
    'an HTML error page',
    echo((secrets) => answer(502, `<html><title>${secrets.join(' ')}</title><body>${secrets.join(' ')}</body></html>`, html)),
  ],
  ['a 401', echo((secrets) => json(401, { error: secrets.join(' ') }))],
  ['a 429', echo((secrets) => json(429, { message: secrets.join(' ') }, { 'Retry-After': '600' }))],
  ['a 200 with an HTML page', echo((secrets) => answer(200, `<html><title>${secrets.join(' ')}</title></html>`, html))],
  ['a 200 with broken JSON', echo((secrets) => answer(200, `{"data":"${secrets.join(' ')}`))],
  [
    'a 200 with another document',
    echo((secrets) => json(200, { data: { id: 7, type: 'session', attributes: { name: 7, echo: secrets } } })),
  ],
  ['a 200 with an empty body', answer(200)],
  ['a redirect', echo((secrets) => answer(302, '', { Location: `https://elsewhere.example/?leak=${encodeURIComponent(secrets.join())}` }))],
  ['a longer body than allowed', echo((secrets) => answer(200, secrets.join().padEnd(3000)))],
  ['a reset', reset],
  ['a connection closed without a byte', close()],
  ['a truncated body', echo((secrets) => close(answerOf(200, {}, secrets.join(), 1999)))],
  ['invalid headers', echo((secrets) => close(`HTTP/1.1 ${secrets.join()}\r\n\r\n`))],
  ['a stall before the headers', () => limits.expire()],
  ['a stall in an error body', echo((secrets) => stall(answerOf(500, { 'X-Stall': '1' }, secrets.join(), 1999)))],
];

beforeEach(() => void (limits = takeTimers()));

/** Makes the timeout expire for a body that never arrives, as soon as its headers have arrived. */
const endStalls = (): ReturnType<typeof atHeaders> => atHeaders((names) => names.includes('x-stall') && setImmediate(limits.expire));

it.each(faults)('a planted secret of any kind never appears in errors or log events after %s', async (_, reaction) => {
  const server = await startFaultServer(reaction);
  const clock = stoppedClock();
  const scene = await signedIn(server.origin, { clock, ...endStalls(), maxResponseBytes: 2000, validation: 'throw' });
  const failures = await failEach(scene, () => clock.advance(900_000));
  expect(failures.length).toBeGreaterThanOrEqual(8);
  expect(new Set(server.requests.flatMap(broughtBy))).toEqual(new Set(Object.values(planted)));
  expect(leaksOf(failures, scene.log)).toEqual([]);
});

it.each<readonly [string, Reaction]>([
  ['an error', echo((secrets) => json(403, { error: secrets.join(' ') }))],
  ['another document', echo((secrets) => json(200, { data: { id: 'org-1', attributes: { name: 7, echo: secrets } } }))],
])('a planted secret of any kind never appears in the errors of callers that share a read with %s', async (_, reaction) => {
  const server = await startFaultServer(reaction);
  const scene = await signedIn(server.origin, { validation: 'throw' });
  const errors = await Promise.all(Array.from({ length: 3 }, () => failureOf(scene.organizations.get({ organizationId: 'org-1' }))));
  expect(server.requests).toHaveLength(1);
  expect(
    leaksOf(
      errors.map((error, caller) => ({ of: `caller ${caller}`, error })),
      scene.log,
    ),
  ).toEqual([]);
});

it('a planted secret of any kind never appears in errors or log events after a failed connection', async () => {
  const clock = stoppedClock();
  const scene = await signedIn(await deadOrigin(), { clock });
  expect(leaksOf(await failEach(scene, () => clock.advance(900_000)), scene.log)).toEqual([]);
});

it('a planted secret of any kind never appears in errors or log events if nothing is sent', async () => {
  const scene = await signedIn('http://127.0.0.1:1');
  const { auth, organizations } = scene;
  const headers = { 'X-Own-Token': `${planted.header}\r\n` };
  const failures = [
    { of: 'header', error: await failureOf(organizations.list({}, { headers })) },
    { of: 'code', error: await failureOf(auth.activateByEmail({ userId: '..', code: planted.code })) },
    { of: 'wrong code', error: await failureOf(auth.activateByEmail({ userId: 'user-1', code: `${planted.code}0` })) },
    { of: 'abort', error: await failureOf(auth.login({ username: 'a', password: planted.password }, { signal: AbortSignal.abort() })) },
  ];
  expect(leaksOf(failures, scene.log)).toEqual([]);
});

describe('the tokens in a response', () => {
  const secrets = { accessToken: 'fresh-access-token-0f0f', refreshToken: 'fresh-refresh-token-1e1e' };
  const login = { username: 'ada@example.com', password: planted.password };
  const attributes = { ...secrets, email: 'ada@example.com' };

  it.each<readonly [string, Reaction]>([
    ['broken JSON', answer(200, JSON.stringify({ data: { id: 'user-1', attributes } }).slice(0, -1))],
    ['a page', answer(200, `<html><script>session = ${JSON.stringify(attributes)}</script></html>`, html)],
    ['a document without one of its tokens', json(200, { data: { type: 'session', attributes: { ...attributes, refreshToken: '' } } })],
    ['a list of sessions', json(200, { data: [1, 2].map((number) => ({ id: `user-${number}`, attributes })) })],
    ['an error', json(500, { errors: [{ detail: 'No.', meta: attributes }] })],
    ['a cut body', close(answerOf(200, {}, JSON.stringify({ data: { id: 'user-1', attributes } }), 999))],
  ])('the tokens of a sign-in response never appear in errors about %s', async (_, reaction) => {
    const server = await startFaultServer(reaction);
    const scene = signedOut(server.origin);
    expect(leaksOf([{ of: 'login', error: await failureOf(scene.auth.login(login)) }], scene.log, secrets)).toEqual([]);
  });

  it.each<readonly [string, Reaction]>([
    ['broken JSON', answer(200, JSON.stringify({ data: { id: 'user-1', attributes } }).slice(0, -1))],
    ['an error', json(500, { errors: [{ detail: 'No.', meta: attributes }] })],
    ['a page', answer(200, `<html><script>session = ${JSON.stringify(attributes)}</script></html>`, html)],
  ])('the tokens of a refresh response never appear in errors about %s', async (_, reaction) => {
    const server = await startFaultServer(byPath({ '/v1/organizations': json(401, {}), '/v1/oauth/token/refresh': reaction }));
    const scene = await signedIn(server.origin);
    const error = await failureOf(scene.organizations.list({}, { retry: false }));
    expect(leaksOf([{ of: 'list', error }], scene.log, { ...planted, ...secrets })).toEqual([]);
  });
});
