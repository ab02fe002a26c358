import { createPlatform, getResponseProblems, isPlatformError, type LogEvent } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createMemoryClient } from '@platform-sdk/memory';
import { createSearchClient } from '@platform-sdk/search';
import { createUploadClient } from '@platform-sdk/upload';
import { expect, it } from 'vitest';
import { servicePackages, type Contract } from '@platform-sdk/reference/services';

const modes = ['report', 'throw', 'off'] as const;
const messages = [{ role: 'user', content: 'Hello' }];
const chat = { session_id: 's-1', message: 'Hello' };
const completion = { id: 'c-1', object: 'chat.completion', created: 1, model: 'm' };
const odd = { index: 'zero', message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' };

const clientsOf = (body: string, type: string, validation: (typeof modes)[number]) => {
  const log: LogEvent[] = [];
  const platform = createPlatform({
    baseUrls: Object.fromEntries(
      ['gateway', 'memory', 'search', 'upload'].map((name) => [name, `https://platform.test${name === 'gateway' ? '/v1' : ''}`]),
    ),
    tokens: { gateway: 'key', memory: 'key', upload: 'key' },
    fetch: async () => new Response(body, { headers: { 'Content-Type': type } }),
    logger: (event) => log.push(event),
    validation,
  });
  const clients = {
    gateway: createGatewayClient(platform),
    memory: createMemoryClient(platform),
    search: createSearchClient(platform),
    upload: createUploadClient(platform),
  };
  return { ...clients, log };
};
type Clients = ReturnType<typeof clientsOf>;

interface Billed {
  readonly call: (clients: Clients) => Promise<unknown>;
  /** A response in which one field does not match the API specification. */
  readonly response: object;
  readonly field: string;
  /** True if an empty response is a success, because the API specification shows no field of the response. Default: false. */
  readonly mayBeEmpty?: true;
  /** The same response as an event stream, if the operation streams. */
  readonly events?: string;
}

const envelope = { sender_agent_key: 'agent-1' };
const user_id = '7d0e4c5a-8b7f-4f0e-9d3e-0f6f3f5f8f11';
const streamed = `data: ${JSON.stringify({ ...completion, choices: [{ index: 'zero', delta: odd.message, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
const done = 'event: message\ndata: {"chunk":"Hello","id":"m-1"}\n\nevent: done\ndata: {"status":"completed","model":7}\n\n';

/** Every billed operation. */
const operations: Readonly<Record<string, Billed>> = {
  'gateway.chat': {
    call: ({ gateway }) => gateway.chat({ model: 'm', messages }),
    response: { ...completion, choices: [odd] },
    field: 'choices.0.index',
  },
  'gateway.chatStream': {
    call: ({ gateway }) => gateway.chatStream({ model: 'm', messages }).final(),
    response: { ...completion, choices: [odd] },
    field: 'choices.0.index',
    events: streamed,
  },
  'search.search': {
    call: ({ search }) => search.search({ query: 'a', flow: 'agentic' }),
    response: { answer: 'Hello' },
    field: 'sources',
  },
  'search.chat': { call: ({ search }) => search.chat({ messages }), response: { ...completion, choices: [odd] }, field: 'choices.0.index' },
  'search.chatStream': {
    call: ({ search }) => search.chatStream({ messages }).final(),
    response: { ...completion, choices: [odd] },
    field: 'choices.0.index',
    events: streamed,
  },
  'memory.chat': { call: ({ memory }) => memory.chat(chat), response: { message_id: 'm-1', content: 'Hello', model: 7 }, field: 'model' },
  'memory.chatStream': {
    call: ({ memory }) => memory.chatStream(chat).final(),
    response: { message_id: 'm-1', content: 'Hello', model: 7 },
    field: 'model',
    events: done,
  },
  'memory.a2a.chat': {
    call: ({ memory }) => memory.a2a.chat({ envelope, session_id: 's-1', message: 'Hello', user_id }),
    response: { content: 'Hello', model: 7 },
    field: 'model',
    mayBeEmpty: true,
  },
  'memory.memories.search': {
    call: ({ memory }) => memory.memories.search({ query: 'a' }),
    response: { results: [{ id: 'm-1', content: 'Hello' }], total: 1 },
    field: 'results.0.similarity',
  },
  'memory.profile.extract': {
    call: ({ memory }) => memory.profile.extract({ text: 'I am Ada' }),
    response: { facts: { name: 7 } },
    field: 'facts.name',
  },
  'upload.upload': {
    call: ({ upload }) => upload.upload({ file: { name: 'a.txt', data: new Blob(['Hello']) }, translate_to: 'de' }),
    response: { file_id: 'f-1', original_text: 'Hello', translated_text: 'Hallo', source_language: 'en' },
    field: 'target_language',
  },
};

const problemsOf = (response: unknown): string[] => getResponseProblems(Object(response) as object).map(({ field }) => field);

/** Runs a check for every operation in every validation mode. Returns the failures. */
const failuresIn = async (
  check: (billed: Billed, name: string, mode: (typeof modes)[number]) => Promise<string | undefined>,
): Promise<string[]> => {
  const failures: string[] = [];
  for (const [name, billed] of Object.entries(operations))
    for (const mode of modes) {
      const failure = await check(billed, name, mode);
      if (failure) failures.push(`${name}, ${mode}: ${failure}`);
    }
  return failures;
};

/** Returns the names of the operations that a contract marks as billed, including those of nested contracts. */
const billedIn = (contract: Contract, prefix: string): string[] =>
  Object.entries(contract).flatMap(([key, member]) => {
    const name = `${prefix}.${key}`;
    if (!('method' in member)) return billedIn(member, name);
    return 'billed' in member ? [name] : [];
  });

const settled = async (work: Promise<unknown>): Promise<{ readonly value?: unknown; readonly error?: unknown }> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

it('the contracts mark exactly the operations of this test as billed, except upload.upload', async () => {
  const marked = (await servicePackages()).flatMap(({ prefix, contract }) => billedIn(contract, prefix));
  expect(Object.keys(operations).toSorted()).toEqual([...marked, 'upload.upload'].toSorted());
});

it('a billed response is returned in every validation mode, with its problems unless validation is off', async () => {
  const failures = await failuresIn(async ({ call, response, field }, name, mode) => {
    const clients = clientsOf(JSON.stringify(response), 'application/json', mode);
    const { value, error } = await settled(call(clients));
    if (error !== undefined) return JSON.stringify(error);
    const found = problemsOf(value).join();
    const expected = mode === 'off' ? '' : field;
    if (found !== expected) return `has the problems "${found}", not "${expected}"`;
    const logged = clients.log.flatMap((event) => (event.type === 'invalid-response' ? [event.operation] : [])).join();
    return logged === (mode === 'off' ? '' : name) ? undefined : `logs invalid responses of "${logged}"`;
  });
  expect(failures).toEqual([]);
});

it('a billed, streamed response is returned in every validation mode, with its problems unless validation is off', async () => {
  const failures = await failuresIn(async ({ call, events, field }, _, mode) => {
    if (events === undefined) return undefined;
    const { value, error } = await settled(call(clientsOf(events, 'text/event-stream', mode)));
    if (error !== undefined) return JSON.stringify(error);
    const found = problemsOf(value).join();
    return found === (mode === 'off' ? '' : field) ? undefined : `has the problems "${found}"`;
  });
  expect(failures).toEqual([]);
});

it.each([
  ['an HTML page', '<!doctype html><title>Login</title>', 'text/html', 'unknown'],
  ['an empty body', '', 'application/json', 'likely-applied'],
  ['text that is not JSON', 'Hello', 'text/plain', 'likely-applied'],
  ['JSON that is cut off', '{"id":"c-1","choi', 'application/json', 'likely-applied'],
])('a billed call fails with the correct outcome if its response is %s', async (_, body, type, expected) => {
  const failures = await failuresIn(async ({ call, mayBeEmpty }, name, mode) => {
    const { value, error } = await settled(call(clientsOf(body, type, mode)));
    if ((body === '' || type === 'text/plain') && mayBeEmpty)
      return value === undefined && error === undefined ? undefined : 'is no success';
    if (!isPlatformError(error)) return `returns ${JSON.stringify(value)}, or fails with ${String(error)}`;
    const { kind, outcome, operation } = error;
    return kind === 'invalid-response' && outcome === expected && operation === name ? undefined : `${kind}, ${outcome}, ${operation}`;
  });
  expect(failures).toEqual([]);
});

it('the problems of a billed response do not appear in its JSON, its copies and comparisons', async () => {
  const document = { ...completion, choices: [odd] };
  const { gateway } = clientsOf(JSON.stringify(document), 'application/json', 'throw');
  const response = await gateway.chat({ model: 'm', messages });
  expect(response).toStrictEqual(document);
  expect(JSON.stringify(response)).toBe(JSON.stringify(document));
  expect(problemsOf({ ...response })).toEqual([]);
  expect(problemsOf(response)).toEqual(['choices.0.index']);
});

it.each([
  ['without choices', completion],
  ['with an empty list of choices', { ...completion, choices: [] }],
  ['with choices that are null', { ...completion, choices: null }],
])('a chat fails with an error that contains the body if the response is a completion %s', async (_, document) => {
  for (const mode of modes) {
    const { gateway, search } = clientsOf(JSON.stringify(document), 'application/json', mode);
    for (const work of [gateway.chat({ model: 'm', messages }), search.chat({ messages })])
      await expect(work).rejects.toMatchObject({ kind: 'invalid-response', outcome: 'likely-applied', status: 200, body: document });
  }
});
