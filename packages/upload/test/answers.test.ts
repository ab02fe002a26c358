import { getResponseProblems, isPlatformError } from '@platform-sdk/core';
import { mock } from '@platform-sdk/core/testing';
import { createUploadClient, type UploadText, type UploadTranslation, type UploadInput, type UploadClient } from '@platform-sdk/upload';
import * as contract from '@platform-sdk/upload/contract';
import { mockServer } from '@platform-sdk/test-helpers/mock-server';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { failureOf, plain, translated, wire } from './wire.ts';

const file = { name: 'a.txt', data: new Blob(['Hello']) };

it.each<[string, object, Omit<UploadInput, 'file'>]>([
  ['an unrequested translation', translated, {}],
  ['a page count that is not a number', { ...plain, metadata: { pages: 'one', has_images: false } }, {}],
  ['missing metadata', { file_id: 'file-1', filename: 'a.txt', extracted_text: '' }, {}],
  ['an array', [plain], {}],
])('upload.upload rejects a response with %s', async (_, answer, more) => {
  const { upload } = wire([Response.json(answer)]);
  await expect(failureOf(upload.upload({ file, ...more }))).resolves.toMatchObject({
    kind: 'invalid-response',
    operation: 'upload.upload',
  });
});

it('an upload returns a billed translation that does not match the API specification, and reports its problems', async () => {
  const { source_language: _, ...rest } = translated;
  const { upload } = wire([Response.json(rest)]);
  const result = await upload.upload({ file, translate_to: 'de' });
  expect(result).toEqual(rest);
  expect(getResponseProblems(result)).toEqual([{ field: 'source_language', message: 'is required' }]);
});

it('the result of an upload keeps undocumented fields', async () => {
  const more = { ...plain, metadata: { ...plain.metadata, words: 1 }, checksum: 'abc' };
  const { upload } = wire([Response.json(more)]);
  await expect(upload.upload({ file })).resolves.toEqual(more);
});

it.each([
  ['a body with a detail', { detail: 'Not a file we read.' }, 415, 'Not a file we read.'],
  [
    'a body with problems',
    { detail: [{ loc: ['body', 'translate_to'], msg: 'unknown language', type: 'value_error' }] },
    422,
    'translate_to: unknown language',
  ],
  ['an empty body', '', 413, ''],
])('upload.upload rejects with the status and message of a failed response with %s', async (_, body, status, message) => {
  const { upload, sent } = wire([body === '' ? new Response(null, { status }) : Response.json(body, { status })]);
  const error = await failureOf(upload.upload({ file, translate_to: 'xx' }));
  expect(error).toMatchObject({ kind: 'http', status, operation: 'upload.upload', outcome: 'rejected' });
  expect(isPlatformError(error) && error.message).toContain(message);
  expect(sent).toHaveLength(1);
});

it.each([500, 502, 503, 429])('an upload is not retried after status %i', async (status) => {
  const { upload, sent } = wire([Response.json({ detail: 'Later.' }, { status })]);
  await expect(failureOf(upload.upload({ file }))).resolves.toMatchObject({ status });
  expect(sent).toHaveLength(1);
});

it('the result of an upload has a type that depends on the input', () => {
  const { upload } = wire();
  const source = { path: 'a.txt' };
  const language = 'de' as string | undefined;
  expectTypeOf(() => upload.upload({ file: source })).returns.resolves.toEqualTypeOf<UploadText>();
  expectTypeOf(() => upload.upload({ file: source, translate_to: 'de' })).returns.resolves.toEqualTypeOf<UploadTranslation>();
  expectTypeOf(() => upload.upload({ file: source, translate_to: undefined })).returns.resolves.toEqualTypeOf<UploadText>();
  expectTypeOf((input: UploadInput) => upload.upload(input)).returns.resolves.toEqualTypeOf<UploadText | UploadTranslation>();
  const call = () => upload.upload({ file: source, translate_to: language });
  expectTypeOf(call).returns.resolves.toEqualTypeOf<UploadText | UploadTranslation>();
  // @ts-expect-error -- a file is needed
  const without = () => upload.upload({ translate_to: 'de' });
  // @ts-expect-error -- a string is not a file
  const text = () => upload.upload({ file: 'a.txt' });
  expectTypeOf<Parameters<UploadClient['upload']>[0]>().toEqualTypeOf<UploadInput>();
  expect([call, without, text]).toHaveLength(3);
});

describe('a mock of the upload service', () => {
  const server = mockServer();

  it('a mock of the upload service parses the form', async () => {
    const baseUrl = 'https://upload.test';
    const read: unknown[] = [];
    server.use(
      mock(contract.upload, baseUrl, async ({ file: sent, translate_to }) => {
        read.push([(sent as File).name, sent.type, await sent.text(), translate_to]);
        return translated;
      }),
    );
    const upload = createUploadClient({ baseUrl, token: 'token-4f2c' });
    await expect(upload.upload({ file: { ...file, name: 'say "hi" 🦊.txt' }, translate_to: 'de' })).resolves.toEqual(translated);
    expect(read).toEqual([['say "hi" 🦊.txt', 'text/plain', 'Hello', 'de']]);
  });
});
