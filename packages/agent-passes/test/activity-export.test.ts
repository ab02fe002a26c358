import type { ActivityFormat, AgentPassActivityExportResult } from '@platform-sdk/agent-passes';
import type { StreamOptions } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { authUrl, benchOf, failureOf, headersOf, json, recordingFetch, signedIn } from './bench.ts';

const exportUrl = `${authUrl}/oauth/agent/activity/export`;
const query = { agent_user_id: 'agent-1' };

const file = (content: BodyInit, headers: Record<string, string> = {}): Response => new Response(content, { headers });

const inChunks = (...chunks: readonly Uint8Array<ArrayBuffer>[]): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    }),
  );

/** Opens an export whose client gets this response once, because a body cannot be read twice. */
const exportOf = async (answer: Response, format?: 'json' | 'csv' | 'jsonl', options: StreamOptions = { retry: false }) => {
  const { agentPasses } = await benchOf(recordingFetch(() => answer));
  return agentPasses.activity.export({ ...query, ...(format && { format }) }, options);
};

const textOf = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> => new Response(stream).text();

it('agentPasses.activity.export downloads the file from the auth service', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(file('[]')));
  await agentPasses.activity.export(query);
  expect(wire.only()).toMatchObject({ method: 'GET', url: `${exportUrl}?agent_user_id=agent-1`, body: undefined });
  expect(headersOf(wire.only())).toEqual({ ...signedIn, accept: 'application/json, text/csv, application/x-ndjson, */*' });
});

it.each(['json', 'csv', 'jsonl'] as const)('agentPasses.activity.export requests the format %s', async (format) => {
  const { agentPasses, wire } = await benchOf(recordingFetch(file('[]')));
  await agentPasses.activity.export({ ...query, format });
  expect(wire.only().url).toBe(`${exportUrl}?agent_user_id=agent-1&format=${format}`);
});

it('agentPasses.activity.export returns the name and the type of the file', async () => {
  const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': 'attachment; filename="agent-1.csv"' };
  const { name, type } = await exportOf(file('a,b\r\n', headers), 'csv');
  expect({ name, type }).toEqual({ name: 'agent-1.csv', type: 'text/csv; charset=utf-8' });
});

it('agentPasses.activity.export rejects a partial response, even if it ends between two lines', async () => {
  const part = () => new Response('time,action\r\n1,login\r\n', { status: 206, headers: { 'Content-Range': 'bytes 0-21/500' } });
  const { agentPasses } = await benchOf(recordingFetch(part));
  const opened = await agentPasses.activity.export({ ...query, format: 'csv' }, { retry: false });
  await expect(failureOf(opened.blob())).resolves.toMatchObject({
    kind: 'invalid-response',
    status: 206,
    message: 'The response to agentPasses.activity.export is only a part of the file',
  });
});

it('agentPasses.activity.export chooses a file name if the service sends none', async () => {
  const { name } = await exportOf(file('{}\n'), 'jsonl');
  expect(name).toBe('agent-activity.jsonl');
});

it('agentPasses.activity.export returns the bytes as a stream', async () => {
  const opened = await exportOf(inChunks(new Uint8Array([91, 123]), new Uint8Array([125, 93])));
  const chunks: number[][] = [];
  const reader = opened.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push([...read.value]);
  expect(chunks).toEqual([
    [91, 123],
    [125, 93],
  ]);
});

it('agentPasses.activity.export returns the bytes as a Blob with its media type', async () => {
  const opened = await exportOf(file('[{"endpoint":"/a"}]', { 'Content-Type': 'application/json' }));
  const blob = await opened.blob();
  expect(blob.type).toBe('application/json');
  await expect(blob.text()).resolves.toBe('[{"endpoint":"/a"}]');
});

it('agentPasses.activity.export closes the connection when the stream is cancelled', async () => {
  let signal: AbortSignal | undefined;
  const { agentPasses } = await benchOf(
    recordingFetch((sent) => {
      signal = sent.signal;
      return file('[]');
    }),
  );
  const { stream } = await agentPasses.activity.export(query);
  expect(signal?.aborted).toBe(false);
  await stream().cancel();
  expect(signal?.aborted).toBe(true);
});

it.each([
  ['json', '[{"a":"]}\\"["},{"b":[1,{}]}]'],
  ['json', '{"data":[]}\n'],
  ['jsonl', '{"a":1}\n{"b":"{"}\n'],
  ['jsonl', ''],
  ['csv', 'endpoint,error\r\n/a,"{[ it broke"\r\n'],
] as const)('agentPasses.activity.export accepts a complete %s file: %j', async (format, content) => {
  const opened = await exportOf(file(content), format);
  await expect(textOf(opened.stream())).resolves.toBe(content);
});

it('agentPasses.activity.export accepts a file in chunks of any size', async () => {
  const bytes = new TextEncoder().encode('[{"a":"\\\\\\"ü]"},{}]');
  const opened = await exportOf(inChunks(...Array.from(bytes, (byte) => new Uint8Array([byte]))));
  await expect((await opened.blob()).text()).resolves.toBe('[{"a":"\\\\\\"ü]"},{}]');
});

it.each([
  ['json', '[{"a":1},'],
  ['json', '[{"a":1}'],
  ['json', '[{"a":"]'],
  ['json', ''],
  ['jsonl', '{"a":1}\n{"b"'],
  ['csv', ''],
] as const)('agentPasses.activity.export throws for a truncated %s file: %j', async (format, content) => {
  const failure = await failureOf((await exportOf(file(content), format)).blob());
  expect(failure).toMatchObject({ kind: 'truncated', operation: 'agentPasses.activity.export', status: 200 });
  const again = await exportOf(file(content), format);
  await expect(textOf(again.stream())).rejects.toMatchObject({ kind: 'truncated' });
});

it('agentPasses.activity.export rejects a file that is longer than maxResponseBytes', async () => {
  const long = () => file('[{"endpoint":"/a"}]');
  const { agentPasses } = await benchOf(recordingFetch(long), { maxResponseBytes: 18 });
  for (const receive of [
    (opened: AgentPassActivityExportResult) => opened.blob(),
    (opened: AgentPassActivityExportResult) => textOf(opened.stream()),
    (opened: AgentPassActivityExportResult) => opened.receive({ write: () => undefined, restart: () => undefined }),
  ]) {
    const opened = await agentPasses.activity.export(query);
    await expect(failureOf(receive(opened))).resolves.toMatchObject({
      kind: 'too-large',
      field: 'maxResponseBytes',
      operation: 'agentPasses.activity.export',
    });
  }
  const fits = await benchOf(recordingFetch(long), { maxResponseBytes: 19 });
  await expect((await fits.agentPasses.activity.export(query)).blob()).resolves.toMatchObject({ size: 19 });
});

it.each([
  ['json', '<!doctype html><title>Sign in</title>', 'application/octet-stream'],
  ['jsonl', '<html></html>', 'application/x-ndjson'],
  ['csv', '\n\n<html></html>', 'text/html; charset=utf-8'],
] as const)('agentPasses.activity.export throws for an HTML page instead of a %s file', async (format, page, type) => {
  const opened = await exportOf(file(page, { 'Content-Type': type }), format);
  await expect(opened.blob()).rejects.toMatchObject({ kind: 'invalid-response', operation: 'agentPasses.activity.export' });
});

const refusals = [
  '{"error":"The export failed."}',
  '{"errors":[{"detail":"The export failed."}]}',
  '{"message":"The export failed."}',
  '\ufeff {"success":false,"detail":"The export failed.","code":"EXPORT_FAILED"}',
];
const forms = ['json', 'csv', 'jsonl'] as const;
const types = ['application/json', 'text/csv', 'application/x-ndjson', ''];

it.each(forms)('agentPasses.activity.export throws for a JSON error instead of a %s file, with any media type', async (format) => {
  for (const refusal of refusals)
    for (const type of types)
      for (const opened of [
        await exportOf(file(refusal, { 'Content-Type': type }), format),
        await exportOf(inChunks(...Array.from(new TextEncoder().encode(refusal), (byte) => new Uint8Array([byte]))), format),
      ]) {
        const failure = await failureOf(opened.blob());
        expect(failure).toMatchObject({ kind: 'http', operation: 'agentPasses.activity.export', status: 200 });
        expect((failure as Error).message).toMatch(/^The export failed\. \(the response/);
      }
});

it.each([
  ['csv', '[{"endpoint":"/a"}]', 'application/json'],
  ['csv', '{"data":[]}', 'text/csv'],
  ['csv', '"a quoted JSON text"', 'application/json'],
  ['csv', `{"error":"${'x'.repeat(2_000_000)}"}`, 'text/csv'],
  ['json', 'endpoint,error\r\n/a,\r\n', 'text/csv'],
  ['jsonl', '[{"endpoint":"/a"}]', 'application/json'],
  ['jsonl', 'endpoint,error\r\n', 'text/csv'],
] as const)('agentPasses.activity.export throws for another format instead of a %s file: %.40s', async (format, content, type) => {
  const written: unknown[] = [];
  const opened = await exportOf(file(content, { 'Content-Type': type }), format);
  const failure = opened.receive({ write: (chunk) => void written.push(chunk), restart: () => undefined });
  await expect(failure).rejects.toMatchObject({ kind: 'invalid-response', operation: 'agentPasses.activity.export' });
  expect(written).toEqual([]);
});

it.each([
  ['jsonl', '{"endpoint":"/a","success":false,"error":"It broke"}\n'],
  ['jsonl', '{"success":false}\n{"success":false}\n'],
  ['json', '{"agent_user_id":"agent-1","success":false,"message":"It broke"}'],
  ['json', '{"data":[],"message":"No activity"}'],
  ['json', '{"success":true}'],
  ['json', `{"message":"It broke","data":["${'x'.repeat(20_000)}"]}`],
  ['json', `{"total":1,"rows":["${'x'.repeat(2_000_000)}"]}`],
  ['json', `{"data":["${'x'.repeat(2_000_000)}"]}`],
  ['jsonl', `{"endpoint":"${'x'.repeat(2_000_000)}"}\n`],
] as const)('agentPasses.activity.export accepts a %s file that resembles an error: %.60s', async (format, content) => {
  const opened = await exportOf(file(content), format);
  await expect((await opened.blob()).text()).resolves.toBe(content);
});

it.each(
  ['json', 'csv', 'jsonl'].flatMap((format) =>
    [
      `{"error":{"message":"The export failed.","stack":"${'x'.repeat(20_000)}"}}`,
      `{"request":"${'x'.repeat(200_000)}","message":"The export failed."}`,
      `{"errors":[{"detail":"The export failed.","source":"${'x'.repeat(900_000)}"}]}`,
      `${' '.repeat(200_000)}{"message":"The export failed."}`,
      `\n{\n "errors": [\n{"detail":"The export failed.","source":"${'x'.repeat(900_000)}"}]}`,
    ].map((error) => [format as ActivityFormat, error] as const),
  ),
)(
  'agentPasses.activity.export throws the message of the service for a long JSON error instead of a %s file: %.40s',
  async (format, error) => {
    const failure = await failureOf((await exportOf(file(error), format)).blob());
    expect(failure).toMatchObject({ kind: 'http', status: 200, message: expect.stringMatching(/^The export failed\. \(/) as string });
  },
);

it.each(['json', 'jsonl'] as const)(
  'agentPasses.activity.export throws an invalid-response error for a JSON error instead of a %s file, if it is too long to read',
  async (format) => {
    const error = `{"error":{"message":"The export failed.","stack":"${'x'.repeat(2_000_000)}"}}`;
    const written: unknown[] = [];
    const opened = await exportOf(file(error), format);
    const failure = opened.receive({ write: (chunk) => void written.push(chunk), restart: () => undefined });
    await expect(failure).rejects.toMatchObject({ kind: 'invalid-response', operation: 'agentPasses.activity.export' });
    expect(written).toEqual([]);
  },
);

it('agentPasses.activity.export streams the first line of a file before the other lines arrive', async () => {
  const entry = '{"endpoint":"/a"}\n';
  const endless = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(entry)) });
  const reader = (await exportOf(new Response(endless), 'jsonl', { idleMs: 60_000 })).stream().getReader();
  const { value } = await reader.read();
  expect(new TextDecoder().decode(value)).toBe(entry);
  await reader.cancel();
});

it('agentPasses.activity.export fails for an HTML page before its last byte arrives', async () => {
  const endless = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('<html>')) });
  const opened = await exportOf(new Response(endless), 'csv', { idleMs: 60_000 });
  await expect(opened.blob()).rejects.toMatchObject({ kind: 'invalid-response' });
});

it('agentPasses.activity.export removes secrets that the service repeats in an error', async () => {
  const echo = JSON.stringify({ error: 'The token was rejected', token: 'access-1', access_token: 'other-secret' });
  const failure = (await failureOf((await exportOf(file(echo), 'csv')).blob())) as Error;
  expect(JSON.stringify(failure) + failure.message + String(failure.stack)).not.toContain('other-secret');
});
it('agentPasses.activity.export rejects an unknown format before anything is sent', async () => {
  const { agentPasses, wire } = await benchOf(recordingFetch(json({})));
  await expect(agentPasses.activity.export({ ...query, format: 'xml' as 'json' })).rejects.toMatchObject({
    kind: 'invalid-input',
    field: 'format',
  });
  expect(wire.sent).toEqual([]);
});
