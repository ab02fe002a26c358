import { inspect } from 'node:util';
import { createPlatform, type LogEvent } from '@platform-sdk/core';
import { createClient, refresh } from '@platform-sdk/core/internal';
import {
  adminAccess,
  agentPair,
  document,
  object,
  operation,
  projectKeyPair,
  record,
  serviceToken,
  string,
  unknown,
} from '@platform-sdk/core/contract';
import { describe, expect, it } from 'vitest';
import { note } from './notes.ts';
import { failureOf, json, recordingFetch, text } from './recording-fetch.ts';

const bare = {
  method: 'POST',
  path: '/notes',
  input: object<{}>({}),
  output: document(note),
  retry: 'non-idempotent',
  alwaysValidate: ['title'],
} as const;

/** Secrets that are hard to find in a response that repeats them. */
const secrets = {
  apiKey: 'app-key&1<2>"3"/4+5=',
  accessToken: 'access&1<2>"3"/4+5=',
  refreshToken: 'refresh&1<2>"3"/4+5=',
  password: 'pass & <word> "é" / +%=',
  newPassword: 'new & <word> "é" / +%=',
  secretKey: 'sk&1<2>"3"/4+5=',
  agentSecret: 'agent&1<2>"3"/4+5=',
  adminToken: 'admin&1<2>"3"/4+5=',
  serviceToken: 'service&1<2>"3"/4+5=',
  code: '481516',
  resetToken: 'reset&1<2>"3"/4+5=',
  headerToken: 'own&1<2>"3"/4+5=',
};
// printf '%s' 'pk-1:sk&1<2>"3"/4+5=' | base64
const basicValue = 'cGstMTpzayYxPDI+IjMiLzQrNT0=';

const contract = {
  application: operation({ ...bare, credentials: 'application' }),
  user: operation({ ...bare, credentials: 'user' }),
  admin: operation({ ...bare, credentials: 'admin', authenticate: adminAccess }),
  project: operation({ ...bare, credentials: 'project', authenticate: projectKeyPair }),
  agent: operation({ ...bare, credentials: 'agent', authenticate: agentPair }),
  token: operation({ ...bare, credentials: 'token', authenticate: serviceToken }),
  login: operation({ ...bare, credentials: 'none', input: object<{ password: string }>({ password: string }) }),
  change: operation({
    ...bare,
    credentials: 'none',
    input: object<{ current_password: string; new_password: string }>({ current_password: string, new_password: string }),
  }),
  activate: operation({ ...bare, credentials: 'none', input: object<{ code: string }>({ code: string }) }),
  reset: operation({ ...bare, credentials: 'none', input: object<{ token: string }>({ token: string }) }),
  refresh: operation({ ...refresh, base: 'memory' }),
  headers: operation({ ...bare, credentials: 'none' }),
};

type Name = keyof typeof contract;

const planted: Record<Name, { input?: object; headers?: Record<string, string>; secrets: readonly string[] }> = {
  application: { secrets: [secrets.apiKey] },
  user: { secrets: [secrets.accessToken] },
  admin: { secrets: [secrets.adminToken, secrets.accessToken] },
  project: { secrets: [secrets.secretKey, basicValue] },
  agent: { secrets: [secrets.agentSecret] },
  token: { secrets: [secrets.serviceToken] },
  login: { input: { password: secrets.password }, secrets: [secrets.password] },
  change: {
    input: { current_password: secrets.password, new_password: secrets.newPassword },
    secrets: [secrets.password, secrets.newPassword],
  },
  activate: { input: { code: secrets.code }, secrets: [secrets.code] },
  reset: { input: { token: secrets.resetToken }, secrets: [secrets.resetToken] },
  refresh: { input: { refresh_token: secrets.refreshToken }, secrets: [secrets.refreshToken] },
  headers: { headers: { Authorization: `Bearer ${secrets.headerToken}` }, secrets: [secrets.headerToken] },
};

const names = Object.keys(planted) as Name[];

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The forms in which servers repeat a value. */
const echoes: Record<string, (values: string) => Response> = {
  'a JSON sentence': (values) => json({ errors: [{ detail: `Wrong: ${values}.` }] }, 422),
  'JSON values': (values) => json({ message: 'Wrong.', sent: { it: values, list: [values] } }, 422),
  'JSON codes': (values) => json({ message: 'Wrong.', code: values, trace_id: values }, 422),
  'JSON keys': (values) => json({ message: 'Wrong.', fields: { [values]: 'is wrong' } }, 422),
  text: (values) => text(`Wrong: ${values}`, 500),
  'a percent-encoded text': (values) => text(`Wrong: /x?it=${encodeURIComponent(values)}`, 500),
  HTML: (values) => text(`<html><title>Wrong: ${values}</title><body>${values}</body></html>`, 500, 'text/html'),
  'escaped HTML': (values) =>
    text(`<html><title>Wrong: ${escaped(values)}</title><body>${escaped(values)}</body></html>`, 500, 'text/html'),
  'HTML with 200': (values) => text(`<html><body>${values}</body></html>`, 200, 'text/html'),
  'a text with 200': (values) => text(`Wrong: ${values}`, 200),
  'JSON with 200': (values) => json({ data: { id: '1', attributes: { title: { sent: values } } } }),
};

const run = async (name: Name, answerWith: (values: string) => Response) => {
  const { input = {}, headers, secrets: values } = planted[name];
  const events: LogEvent[] = [];
  const platform = createPlatform({
    apiKey: secrets.apiKey,
    adminAccess: secrets.adminToken,
    projectKeys: { publicKey: 'pk-1', secretKey: secrets.secretKey },
    agent: { secretToken: secrets.agentSecret, userId: 'agent-user-1' },
    tokens: { memory: secrets.serviceToken },
    baseUrls: { memory: 'https://memory.test' },
    fetch: recordingFetch(answerWith(values.join(' '))).fetch,
    logger: (event) => events.push(event),
  });
  await platform.session.set({ accessToken: secrets.accessToken, refreshToken: secrets.refreshToken });
  const client = createClient({ name: 'memory', base: 'memory' }, contract, platform);
  const method = client[name] as (input: object, options: object) => Promise<unknown>;
  const error = (await failureOf(method(input, headers ? { headers } : {}))) as Error;
  const shown = [
    error.message,
    error.stack,
    inspect(error, { depth: Infinity, showHidden: true }),
    JSON.stringify(error),
    JSON.stringify(events),
  ].join('\n');
  return { error, shown, values };
};

describe.each(Object.keys(echoes))('If a server repeats the secrets of a call as %s,', (form) => {
  it.each(names)('hides the secrets of the operation %s', async (name) => {
    const { shown, values } = await run(name, echoes[form]!);
    for (const value of values) {
      for (const seen of [value, encodeURIComponent(value), escaped(value), JSON.stringify(value).slice(1, -1)])
        expect(shown).not.toContain(seen);
    }
  });
});

it('leaves the rest of a message with a secret unchanged', async () => {
  const { error } = await run('login', (values) => json({ errors: [{ code: 'WRONG', detail: `The password ${values} is wrong.` }] }, 422));
  expect(error).toMatchObject({ message: 'The password [redacted] is wrong. (memory.login returned 422 WRONG)', code: 'WRONG' });
});

it('keeps the code and the message of an error if a secret is part of a number in its body', async () => {
  const answer = { errors: [{ code: 'WRONG_CODE', detail: 'The code is wrong.' }], meta: { at: 1_748_151_600 } };
  const { error } = await run('activate', () => json(answer, 422));
  expect(error).toMatchObject({ code: 'WRONG_CODE', message: expect.stringMatching(/^The code is wrong\./) as string });
});

it('removes a part of a secret at the end of a message that was cut', async () => {
  const { shown } = await run('login', (values) => text(`${'x'.repeat(492)}${values}`, 500));
  expect(shown).not.toContain('pass &');
});

it.each([
  ['short-secret', 'short-secret-and-its-longer-end'],
  ['short-secret-and-its-longer-end', 'short-secret'],
])('removes a secret that begins with another secret: %s, %s', async (apiKey, password) => {
  const answer = json({ message: 'Wrong: short-secret-and-its-longer-end' }, 422);
  const platform = createPlatform({ apiKey, baseUrls: { memory: 'https://memory.test' }, fetch: recordingFetch(answer).fetch });
  const login = operation({ ...contract.login, credentials: 'application' });
  const failure = createClient({ name: 'memory', base: 'memory' }, { login }, platform).login({ password });
  await expect(failure).rejects.toSatisfy((error) => !inspect(error).includes('longer-end'));
});

it('recognizes a secret by its field name, whatever its wire name is', async () => {
  const answer = json({ message: `Wrong: ${secrets.password}` }, 422);
  const platform = createPlatform({
    baseUrls: { memory: 'https://memory.test' },
    fetch: recordingFetch(answer).fetch,
    wireNames: { 'memory.login': { password: 'pw' } },
  });
  const failure = createClient({ name: 'memory', base: 'memory' }, { login: contract.login }, platform).login({
    password: secrets.password,
  });
  await expect(failure).rejects.toSatisfy((error) => !inspect(error).includes(secrets.password));
});

it('removes tokens that only the response contains', async () => {
  const { shown } = await run('application', () =>
    json({ message: 'Wrong.', session: { accessToken: 'fresh-access', refresh_token: 'fresh-refresh' } }, 500),
  );
  expect(shown).not.toMatch(/fresh-(?:access|refresh)/);
});

it.each([
  ['a list', { tokens: ['fresh-one', 'fresh-two'] }],
  ['lists in a list', { secrets: [['fresh-one'], ['fresh-two']] }],
  ['an object', { token: { access: 'fresh-one', refresh: 'fresh-two' } }],
  ['a list of objects', { apiKeys: [{ value: 'fresh-one' }, { value: 'fresh-two' }] }],
])('removes the strings of %s in a field that is named like a secret', async (_, fields) => {
  const { shown } = await run('application', () => json({ message: 'Wrong.', ...fields }, 500));
  expect(shown).not.toMatch(/fresh-(?:one|two)/);
  expect(shown).toContain('Wrong.');
});

it('keeps members that only describe a secret', async () => {
  const key = { id: 'key-1', type: 'apiKey', name: 'Build server', value: 'fresh' };
  const { error } = await run('application', () => json({ message: 'Wrong.', apiKeys: [key], total_tokens: 12 }, 500));
  expect(error).toMatchObject({ body: { apiKeys: [{ ...key, value: '[redacted]' }], total_tokens: 12 } });
});

it.each([
  ['a list', { tokens: ['sent-one'] }],
  ['an object', { token: { value: 'sent-one' } }],
  ['a list that another field shares', { about: ['sent-one'] }],
])(
  'removes input values in %s of a field that is named like a secret, if the server repeats them',
  async (_, fields: Record<string, unknown>) => {
    const input = { ...fields, ...('about' in fields && { secrets: fields['about'] }) };
    const platform = createPlatform({
      baseUrls: { memory: 'https://memory.test' },
      fetch: recordingFetch(json({ message: 'Wrong: sent-one' }, 422)).fetch,
    });
    const send = operation({ ...bare, credentials: 'none', input: record(unknown) });
    const failure = createClient({ name: 'memory', base: 'memory' }, { send }, platform).send(input);
    await expect(failure).rejects.toSatisfy((error) => !inspect(error).includes('sent-one') && inspect(error).includes('Wrong'));
  },
);

it('removes anything that looks like a JWT', async () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const { shown } = await run('application', () => text(`Wrong: ${token}`, 500));
  expect(shown).not.toContain('eyJzdWIiOiIxIn0');
});
