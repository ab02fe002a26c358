import { createConverterClient } from '@platform-sdk/converter';
import { createGatewayClient } from '@platform-sdk/gateway';
import { expect, it } from 'vitest';
import { answer, startFaultServer } from './fault-server.ts';
import { failureOf, sender, startSignedIn } from './signed-in-clients.ts';

/** Returns a list with one organization whose name has these bytes. */
const named = (name: Buffer): Buffer =>
  Buffer.concat([Buffer.from('{"data":[{"id":"1","type":"organization","attributes":{"name":"'), name, Buffer.from('"}}]}')]);

const listed = async (type: string, body: Buffer): Promise<unknown> => {
  const { organizations } = await startSignedIn(answer(200, body, { 'Content-Type': type }));
  const list = organizations.list({}, { retry: false });
  const failure = await failureOf(list).catch(() => undefined);
  return failure ? failure.kind : (await list)[0]?.name;
};

const NAME = 'J\u00F6rg';
const inLatin1 = named(Buffer.from(NAME, 'latin1'));
const inUtf8 = named(Buffer.from(NAME));
/** True if the sender decodes charsets. The sender for browsers decodes only UTF-8. */
const isRead = sender !== 'fetch';
const latin1Name = isRead ? NAME : 'J\uFFFDrg';

it.each([
  ['application/json; charset=iso-8859-1', inLatin1, latin1Name],
  ['application/json;charset="ISO-8859-1"', inLatin1, latin1Name],
  ['application/vnd.api+json; charset=windows-1252', inLatin1, latin1Name],
  ['application/json; charset=utf-16le', Buffer.from(inUtf8.toString(), 'utf16le'), isRead ? NAME : 'invalid-response'],
  ['application/json; charset=utf8mb4', inUtf8, NAME],
  ["application/json; charset='utf-8'", inUtf8, NAME],
  ['application/json; charset=utf-8, application/json; charset=utf-8', inUtf8, NAME],
  ['application/json; charset=utf-8', inUtf8, NAME],
  ['application/json; charset=UTF8', inUtf8, NAME],
  ['application/json; charset=us-ascii', inUtf8, NAME],
  ['application/json', inUtf8, NAME],
])('the sender for servers decodes the charset of a response, or UTF-8 if the charset is unknown: %s', async (type, body, expected) => {
  await expect(listed(type, body)).resolves.toBe(expected);
});

it('the sender for servers decodes the charset of an error response', async () => {
  const body = Buffer.from(`{"errors":[{"detail":"${NAME} is gone."}]}`, 'latin1');
  const { organizations } = await startSignedIn(answer(422, body, { 'Content-Type': 'application/json; charset=latin1' }));
  const failure = await failureOf(organizations.list({}, { retry: false }));
  expect(failure.message).toContain(`${latin1Name} is gone. (`);
  expect(failure.headers?.['content-type']).toBe(`application/json; charset=${isRead ? 'utf-8' : 'latin1'}`);
});

it('the sender for servers decodes the charset of a job log, but reads every event stream as UTF-8', async () => {
  const url = 'https://example.com';
  const log = `${NAME}\n__JSON__{"success":true,"url":"${url}","markdown":"${NAME}"}`;
  const server = await startFaultServer(answer(200, Buffer.from(log, 'latin1'), { 'Content-Type': 'text/plain; charset=iso-8859-1' }));
  const job = createConverterClient({ baseUrl: server.origin }).convert({ url });
  const lines: string[] = [];
  for await (const event of job) if (event.type === 'log') lines.push(event.text);
  expect(lines).toEqual([latin1Name]);
  await expect(job.result()).resolves.toMatchObject({ markdown: latin1Name });

  const events = `data: {"choices":[{"index":0,"delta":{"content":"${NAME}"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;
  const chats = await startFaultServer(answer(200, events, { 'Content-Type': 'text/event-stream; charset=iso-8859-1' }));
  const gateway = createGatewayClient({ baseUrl: `${chats.origin}/v1`, apiKey: 'key' });
  const chat = await gateway.chatStream({ model: 'auto', messages: [{ role: 'user', content: 'Hi' }] }).final();
  expect(chat.choices[0]?.message.content).toBe(NAME);
});
