import type { SchemaData } from '@platform-sdk/core/contract';
import { writeResponse } from '@platform-sdk/core/server';
import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { sampleOf } from '../../../../test/helpers/sample-values.ts';
import { allows, createBench, inputOf, operationEntries, type OperationEntry } from './bench.ts';

/** Creates strings that occur nowhere else. */
const createCanaries = () => {
  const made: string[] = [];
  const make = (name: string): string => {
    const canary = `canary-${made.length}-of-${name}-7f3c`;
    made.push(canary);
    return canary;
  };
  return { made, make };
};

type Canaries = ReturnType<typeof createCanaries>;

/** Returns a complete result with a canary in each secret field, and in undocumented fields. */
const withCanaries = (schema: SchemaData, value: unknown, canaries: Canaries, name = 'value'): unknown => {
  if (schema.secret) return canaries.make(name);
  const { properties = {}, items, related } = schema;
  const inner = items ?? related;
  if (Array.isArray(value)) return value.map((item: unknown) => (inner ? withCanaries(inner, item, canaries, name) : item));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [
    key,
    withCanaries(properties[key] ?? { type: 'any' }, member, canaries, key),
  ]);
  return {
    ...Object.fromEntries(members),
    undocumented_token: canaries.make('undocumented_token'),
    undocumented: { clientSecret: canaries.make('clientSecret'), secrets: { first: [canaries.make('first')] } },
  };
};

const secretFields = (schema: SchemaData): number =>
  schema.secret
    ? 1
    : [...Object.values(schema.properties ?? {}), schema.items, schema.related, ...(schema.anyOf ?? [])].reduce(
        (sum, part) => sum + (part ? secretFields(part) : 0),
        0,
      );

const documents = operationEntries().filter(
  ({ kind, operation }) => (kind === 'document' || kind === 'pages') && operation.output.type !== 'nothing',
);
const withSecrets = documents.filter(({ operation }) => secretFields(operation.output) > 0);

/** Runs an operation that gets one response. Returns all visible output, and the canaries. */
const everythingOf = async (entry: OperationEntry, respond: (canaries: Canaries) => Response) => {
  const canaries = createCanaries();
  const response = respond(canaries);
  const bench = await createBench({ allowWrites: true, person: allows, fetch: () => response.clone() });
  const result = await bench.call(entry.name, inputOf(entry));
  const again = await bench.call(entry.name, inputOf(entry));
  return {
    canaries: canaries.made,
    result,
    visible: JSON.stringify([result, again, bench.logged, bench.questions]),
  };
};

const valueOf = ({ operation }: OperationEntry, canaries: Canaries): unknown =>
  withCanaries(operation.output, sampleOf(operation.output, true), canaries);

const leaksIn = (visible: string, canaries: readonly string[]): string[] => canaries.filter((canary) => visible.includes(canary));

it('the result of every operation hides secrets', async () => {
  const references: string[] = [];
  for (const entry of documents) {
    const { canaries, visible, result } = await everythingOf(entry, (made) => writeResponse(entry.operation, valueOf(entry, made)));
    expect([entry.name, leaksIn(visible, canaries)]).toEqual([entry.name, []]);
    if (!result.isError && result.text.includes('secret://')) references.push(entry.name);
  }
  // Every operation with secret fields returned references, so the server has received the canaries.
  expect(withSecrets.filter(({ name }) => !references.includes(name)).map(({ name }) => name)).toEqual([]);
});

it('the error of every operation hides secrets in any body', async () => {
  for (const entry of documents) {
    for (const status of [400, 402, 500].slice(0, longCount(1, 3))) {
      const { canaries, visible, result } = await everythingOf(entry, (made) => {
        const document = valueOf(entry, made) as object;
        const failure = { error: { code: 'FAILED', message: 'It failed.', token: made.make('token') }, password: made.make('password') };
        return Response.json({ ...document, ...failure }, { status });
      });
      expect([entry.name, result.isError, leaksIn(visible, canaries)]).toEqual([entry.name, true, []]);
    }
  }
});

it('the error for a response that does not match its contract hides secrets', async () => {
  for (const entry of withSecrets) {
    const { canaries, visible } = await everythingOf(entry, (made) => {
      const value = valueOf(entry, made) as Record<string, unknown>;
      const wrong = Array.isArray(value) ? [{ ...(value[0] as object), id: { wrong: true } }] : { ...value, id: { wrong: true } };
      return writeResponse(entry.operation, wrong);
    });
    expect([entry.name, leaksIn(visible, canaries)]).toEqual([entry.name, []]);
  }
});

it('the result and the progress of a stream or a job hide secrets', async () => {
  const delta = { content: 'Hi', api_key: 'canary-in-delta' };
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', token: 'canary-in-chunk' };
  const events = [
    { ...chunk, choices: [{ index: 0, delta }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ];
  const body = [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
  const log = `opens the page with token-1 and sk-1\n__JSON__\n${JSON.stringify({ success: true, url: 'https://a.test/', markdown: 'Hi', access_token: 'canary-in-job' })}`;
  const progress: string[] = [];
  const { client } = await createBench({
    allowWrites: true,
    person: allows,
    fetch: ({ url }) =>
      url.includes('/api/convert')
        ? new Response(log, { headers: { 'content-type': 'text/plain' } })
        : new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  });
  const call = async (operation: string, input: object): Promise<string> => {
    const onprogress = ({ message = '' }: { readonly message?: string | undefined }): void => void progress.push(message);
    return JSON.stringify(await client.callTool({ name: 'call', arguments: { operation, input } }, undefined, { onprogress }));
  };
  const chat = await call('gateway.chatStream', { model: 'auto', messages: [{ role: 'user', content: 'Hello' }] });
  const job = await call('converter.convert', { url: 'https://a.test/' });
  expect([chat, job].map((text) => /Hi/.test(text))).toEqual([true, true]);
  expect(progress).toContain('opens the page with [redacted] and [redacted]');
  expect(`${chat}${job}${progress.join('')}`).not.toMatch(/canary|token-1|sk-1/);
});

it('later results and errors hide the secrets of earlier results and the credentials of the server', async () => {
  let reply = (): Response => Response.json({ access_token: 'canary-token-1', token_type: 'Bearer' }, { status: 201 });
  const { call, platform, logged } = await createBench({ allowWrites: true, person: allows, fetch: () => reply() });
  const { document } = await call('memory.tokens.create', { name: 'agent' });
  expect(document['result']).toEqual({ access_token: 'secret://1/access_token', token_type: 'Bearer' });

  const session = await platform.session.get();
  const leak = `a canary-token-1, ${session?.accessToken}, ${session?.refreshToken}, token-1, sk-1, admin-1, agent-1, app-1`;
  reply = () => Response.json({ data: [{ id: '1', type: 'organization', attributes: { name: leak, currentUserRole: 'OWNER' } }] });
  const { text } = await call('organizations.list');
  expect(text).toMatch(/"name":"a \[redacted\](?:, \[redacted\]){7}"/);
  reply = () => Response.json({ error: { code: 'X', message: leak } }, { status: 422 });
  const failed = await call('organizations.create', { name: 'x' });
  expect(`${failed.text}${logged.join('')}`).not.toMatch(/canary|of-bench/);
});

const scene = async () => {
  const bench = await createBench({
    allowWrites: true,
    person: allows,
    fetch: () => Response.json({ access_token: 'canary-token-1', token_type: 'Bearer' }, { status: 201 }),
  });
  await bench.call('memory.tokens.create', { name: 'agent' });
  bench.requests.splice(0);
  return bench;
};

it('a result is valid JSON even if a credential is a JSON literal', async () => {
  const { call } = await createBench({
    options: { tokens: { memory: 'null' } },
    fetch: () => Response.json({ data: [{ id: '1', type: 'organization', attributes: { name: 'null', note: null } }] }),
  });
  const { document } = await call('organizations.list');
  expect(document).toMatchObject({ result: [{ name: '[redacted]', note: null }] });
});

it('a reference in a secret field is replaced with the secret', async () => {
  const { call, requests, questions } = await scene();
  const { isError } = await call('auth.resetPassword', { token: 'secret://1/access_token', password: 'secret://1/access_token' });
  expect(isError).toBe(false);
  expect(await requests[0]?.json()).toEqual({ token: 'canary-token-1', password: 'canary-token-1' });
  expect(questions.at(-1)).toMatch(/\ntoken: "secret:\/\/1\/access_token"\n/);
});

it('a reference in a field that is not secret is rejected, because a service could return the secret', async () => {
  const { call, requests } = await scene();
  const message = { role: 'user', content: 'secret://1/access_token' };
  for (const [operation, input] of [
    ['organizations.create', { name: 'secret://1/access_token' }],
    ['gateway.chat', { model: 'auto', messages: [message] }],
  ] as const) {
    expect((await call(operation, input)).document).toMatchObject({
      kind: 'invalid-input',
      error: expect.stringMatching(/reference to a secret/) as unknown,
    });
  }
  expect(requests).toEqual([]);
});

it('a client cannot use the references of another client', async () => {
  const { connect, requests } = await scene();
  const other = await connect();
  const input = { token: 'secret://1/access_token', password: 'new-password' };
  const { content } = await other.callTool({ name: 'call', arguments: { operation: 'auth.resetPassword', input } });
  expect(JSON.stringify(content)).toMatch(/secret:\/\/1\/access_token is unknown/);
  expect(requests).toEqual([]);
});

it('a result contains references instead of the included keys of a project', async () => {
  const { call } = await createBench({
    fetch: () =>
      Response.json({
        data: {
          id: '7',
          type: 'project',
          attributes: { name: 'Engine', is_default: false },
          relationships: { apiKeys: { data: [{ id: 'k', type: 'apiKey' }] } },
        },
        included: [{ id: 'k', type: 'apiKey', attributes: { publicKey: 'pk-1', encryptedSecretKey: 'canary-encrypted' } }],
      }),
  });
  const { text } = await call('projects.get', { organizationId: '1', projectId: '7', include: ['apiKeys'] });
  expect(text).toContain('"apiKeys":[{"publicKey":"pk-1","encryptedSecretKey":"secret://1/encryptedSecretKey"');
  expect(text).not.toContain('canary');
});
