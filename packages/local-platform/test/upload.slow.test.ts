import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { LocalPlatform, LocalPlatformOptions } from '@platform-sdk/local-platform';
import JSZip from 'jszip';
import { expect, it } from 'vitest';
import { platformAtNewYear, signInReady } from './raw-request.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Sent {
  readonly headers?: Record<string, string>;
  readonly translateTo?: string;
}

const bearer = { Authorization: 'Bearer local-upload-token' };
const sample = (name: string): Promise<Buffer> => readFile(new URL(`../../../examples/files/${name}`, import.meta.url));

/** Sends a form as specified in RFC 7578. */
const sendFile = async (
  platform: LocalPlatform,
  name: string,
  content: string | Uint8Array,
  { headers = bearer, translateTo }: Sent = {},
): Promise<Answer> => {
  const translation =
    translateTo === undefined ? '' : `--limit\r\nContent-Disposition: form-data; name="translate_to"\r\n\r\n${translateTo}\r\n`;
  const head = `${translation}--limit\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--limit--\r\n')]);
  const response = await platform.fetch('https://platform.test/upload/v1/upload', {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=limit', 'Content-Length': String(body.length), ...headers },
    body,
  });
  return { status: response.status, body: await response.json() };
};

const extracted = (filename: string, extracted_text: string, metadata = { pages: 1, has_images: false }): Answer => ({
  status: 200,
  body: { file_id: expect.any(String) as string, filename, extracted_text, metadata },
});

const docx = async (withImage: boolean): Promise<Uint8Array> => {
  const zip = new JSZip();
  const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const drawing = withImage
    ? `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip xmlns:r="${office}" r:embed="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
    : '';
  zip.file(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  );
  zip.file(
    '_rels/.rels',
    `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
  );
  zip.file(
    'word/_rels/document.xml.rels',
    `<Relationships xmlns="${relationships}"><Relationship Id="rId9" Type="${office}/image" Target="media/image1.png"/></Relationships>`,
  );
  zip.file('word/media/image1.png', await sample('scanned-note.png'));
  zip.file(
    'word/document.xml',
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>The mill</w:t></w:r></w:p><w:p><w:r><w:t>and the store</w:t></w:r></w:p>${drawing}</w:body></w:document>`,
  );
  return zip.generateAsync({ type: 'uint8array' });
};

it.each([
  ['notes.txt', 'The mill', 'The mill'],
  ['notes.txt', '\uFEFFThe mill', 'The mill'],
  ['notes.txt', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]), 'Grüße'],
  ['notes.txt', Buffer.from('\uFEFFGrüße', 'utf16le'), 'Grüße'],
  ['README.MD', '# Engine\n', '# Engine\n'],
  ['data.json', '{"wheels":[1,2]}', '{\n  "wheels": [\n    1,\n    2\n  ]\n}'],
  [
    'data.json',
    '\uFEFF{"id":12345678901234567890,"a":1.0,"a":1e400,"b":{ },"c":[\n],"d":"x\\u0041 {}[],:\\"","e":[[-0,true],null]}',
    '{\n  "id": 12345678901234567890,\n  "a": 1.0,\n  "a": 1e400,\n  "b": {},\n  "c": [],\n  "d": "x\\u0041 {}[],:\\"",\n  "e": [\n    [\n      -0,\n      true\n    ],\n    null\n  ]\n}',
  ],
  ['data.json', '"alone"', '"alone"'],
  ['data.csv', 'kind,cards\r\n"operations, all",75\r\n\r\nvariables,24,more', 'kind\tcards\noperations, all\t75\nvariables\t24\tmore'],
  ['data.csv', 'kind;cards\r\n1;"operations; all"\r\n', 'kind;cards\n1;"operations; all"'],
  ['data.csv', 'name,size\n5" disk,1\n"a" ,"b"\n', 'name\tsize\n5" disk\t1\n"a" \tb'],
  ['empty.txt', '', ''],
])('an upload reads %s', async (name, content, text) => {
  await expect(sendFile(platformAtNewYear(), name, content)).resolves.toEqual(extracted(name, text));
});

it('an upload reads the pages of a PDF, and finds its images', async () => {
  const { status, body } = await sendFile(platformAtNewYear(), 'report.pdf', await sample('report.pdf'));
  expect(status).toBe(200);
  expect(body).toMatchObject({ filename: 'report.pdf', metadata: { pages: 3, has_images: true } });
  const { extracted_text: text } = body as { extracted_text: string };
  expect(text).toMatch(/^The engine in 1843\n[^]*\n\nThe cards\n[^]*\n\nWhat is missing\n/);
});

it.each([
  [false, 'without'],
  [true, 'with'],
])('an upload reads a DOCX, with images: %s', async (withImage) => {
  await expect(sendFile(platformAtNewYear(), 'plan.docx', await docx(withImage))).resolves.toEqual(
    extracted('plan.docx', 'The mill\n\nand the store', { pages: 1, has_images: withImage }),
  );
});

it('upload.upload finds text only in the sample note and in the images of the option imageTexts', async () => {
  const note = await sample('scanned-note.png');
  const other = Buffer.concat([note, Buffer.from('x')]);
  const platform = platformAtNewYear({
    upload: { imageTexts: { [createHash('sha256').update(other).digest('hex')]: 'What was told' } },
  });
  await expect(sendFile(platform, 'note.png', note)).resolves.toMatchObject({
    body: { extracted_text: expect.stringContaining('The numbers of Bernoulli are ready') as string, metadata: { has_images: true } },
  });
  await expect(sendFile(platform, 'note.png', other)).resolves.toMatchObject({ body: { extracted_text: 'What was told' } });
  await expect(sendFile(platformAtNewYear(), 'note.png', other)).resolves.toMatchObject({ body: { extracted_text: '' } });
});

it.each([
  ['The mill is there and it is ready', 'en'],
  ['Die Mühle ist nicht von dem Werk', 'de'],
  ['Les roues sont dans la machine et le moulin', 'fr'],
  ['Las ruedas y los molinos son para el ingenio', 'es'],
  ['Il mulino non è della macchina', 'it'],
  ['De molen is niet van het werk', 'nl'],
  ['As rodas do moinho não são para uma casa', 'pt'],
  ['Колеса машины', 'ru'],
  ['歯車の計算機', 'ja'],
  ['齿轮计算机', 'zh'],
  ['1843', 'und'],
])('the language of %j is detected as %s', async (text, language) => {
  await expect(sendFile(platformAtNewYear(), 'a.txt', text, { translateTo: 'eo' })).resolves.toMatchObject({
    body: { source_language: language },
  });
});

it('upload.upload returns the original and the translated text', async () => {
  const platform = platformAtNewYear();
  const text = 'The mill and the store';
  await expect(sendFile(platform, 'a.txt', text, { translateTo: 'de' })).resolves.toEqual({
    status: 200,
    body: {
      file_id: expect.any(String) as string,
      original_text: text,
      translated_text: `[de] ${text}`,
      source_language: 'en',
      target_language: 'de',
    },
  });
  await expect(sendFile(platform, 'a.txt', text, { translateTo: 'en-GB' })).resolves.toMatchObject({ body: { translated_text: text } });
});

it.each([
  ['a.exe', 'MZ', 415, 'Files of this type are not supported: a.exe'],
  ['a', 'text', 415, 'Files of this type are not supported: a'],
  ['constructor', 'text', 415, 'Files of this type are not supported: constructor'],
  ['a.png', 'GIF89a', 422, 'The file cannot be read as .png: It begins as another kind of file.'],
  ['a.pdf', '%PDF-1.7 and no more', 422, expect.stringMatching(/^The file cannot be read as \.pdf: /) as string],
  ['a.docx', 'no archive', 422, expect.stringMatching(/^The file cannot be read as \.docx: /) as string],
  ['a.json', '{', 422, expect.stringMatching(/^The file cannot be read as \.json: /) as string],
  ['a.csv', '"open', 422, expect.stringMatching(/^The file cannot be read as \.csv: /) as string],
])('an upload rejects %s with the content %j', async (name, content, status, detail) => {
  await expect(sendFile(platformAtNewYear(), name, content)).resolves.toEqual({ status, body: { detail } });
});

it('upload.upload rejects a form without a file, and names the field', async () => {
  const platform = platformAtNewYear();
  const send = async (body: BodyInit): Promise<Answer> => {
    const response = await platform.fetch('https://platform.test/upload/v1/upload', { method: 'POST', headers: bearer, body });
    return { status: response.status, body: await response.json() };
  };
  const form = new FormData();
  form.set('translate_to', 'de');
  await expect(send(form)).resolves.toEqual({
    status: 422,
    body: { detail: [{ type: 'missing', loc: ['body', 'file'], msg: 'is required' }] },
  });
  form.set('file', 'no file');
  await expect(send(form)).resolves.toEqual({ status: 422, body: { detail: 'file must be a file with a name.' } });
  await expect(send('{}')).resolves.toEqual({
    status: 422,
    body: { detail: 'The body must be multipart/form-data, with a file.' },
  });
});

it('the upload service accepts only sessions, known tokens and agents', async () => {
  const options: LocalPlatformOptions = { upload: { tokens: ['other-token'] } };
  const platform = platformAtNewYear(options);
  const status = async (headers: Record<string, string>): Promise<number> => (await sendFile(platform, 'a.txt', '', { headers })).status;
  expect(await status({ Authorization: `Bearer ${await signInReady(platform)}` })).toBe(200);
  expect(await status({ Authorization: 'Bearer other-token' })).toBe(200);
  expect(await status(bearer)).toBe(401);
  expect(await status({})).toBe(401);
  expect(await status({ 'X-Agent-Secret-Token': 'unknown', 'X-Agent-User-Id': 'agent' })).toBe(403);
  await expect(sendFile(platform, 'a.txt', '', { headers: {} })).resolves.toEqual({
    status: 401,
    body: { detail: 'The access token is missing, unknown or revoked.' },
  });
});

it('upload.upload rejects a declared length above the limit before reading', async () => {
  const platform = platformAtNewYear({ upload: { maxBytes: 1000 } });
  await expect(sendFile(platform, 'a.txt', 'x'.repeat(1000))).resolves.toEqual({
    status: 413,
    body: { detail: 'The request is larger than 1000 bytes.' },
  });
});

it('upload.upload rejects a body of undeclared length when it exceeds the limit', async () => {
  const platform = platformAtNewYear({ upload: { maxBytes: 1000 } });
  let given = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      given += 500;
      controller.enqueue(new Uint8Array(500));
    },
  });
  const headers = { 'Content-Type': 'multipart/form-data; boundary=limit', ...bearer };
  const request = { method: 'POST', headers, body, duplex: 'half' } as const;
  const response = await platform.fetch('https://platform.test/upload/v1/upload', request);
  expect(response.status).toBe(413);
  await expect(response.json()).resolves.toEqual({ detail: 'The request is larger than 1000 bytes.' });
  expect(given).toBeLessThan(5000);
});

it('upload.upload rejects a DOCX whose unpacked text is too long', async () => {
  const zip = await JSZip.loadAsync(await docx(false));
  zip.file('word/document.xml', `<w:document>${' '.repeat(20 * 1024 * 1024)}</w:document>`);
  const bomb = await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
  expect(bomb.length).toBeLessThan(100_000);
  await expect(sendFile(platformAtNewYear(), 'bomb.docx', bomb)).resolves.toEqual({
    status: 422,
    body: { detail: 'The file cannot be read as .docx: It is unpacked to more than 8388608 bytes of text.' },
  });
});

it('upload.upload limits the indentation of deeply nested JSON', async () => {
  const depth = 50_000;
  const { status, body } = await sendFile(platformAtNewYear(), 'deep.json', '['.repeat(depth) + ']'.repeat(depth));
  expect(status).toBe(200);
  expect((body as { extracted_text: string }).extracted_text.length).toBeLessThan(depth * 2 * 210);
});
