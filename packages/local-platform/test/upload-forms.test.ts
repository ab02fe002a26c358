import { expect, it } from 'vitest';
import { platformAtNewYear } from './raw-request.ts';

const address = 'https://platform.test/upload/v1/upload';
const type = 'multipart/form-data; boundary=limit';

/** Sends a body unchanged. */
const post = async (body: string, contentType = type, platform = platformAtNewYear()): Promise<{ status: number; body: unknown }> => {
  const headers = { Authorization: 'Bearer local-upload-token', 'Content-Type': contentType };
  const response = await platform.fetch(address, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
};

const part = (head: string, content = 'The mill'): string => `${head}\r\n\r\n${content}\r\n`;
const file = (filename: string, content?: string): string =>
  part(`Content-Disposition: form-data; name="file"; filename=${filename}`, content);

it.each([
  ['a quote that a backslash escapes', `--limit\r\n${file(String.raw`"a\"b.txt"`)}--limit--\r\n`, 'a"b.txt'],
  ['a backslash', `--limit\r\n${file(String.raw`"a\\b.txt"`)}--limit--\r\n`, 'a\\b.txt'],
  ['a quote in the form of browsers', `--limit\r\n${file('"a%22b.txt"')}--limit--\r\n`, 'a"b.txt'],
  ['a name without quotes', `--limit\r\n${file('a.txt')}--limit--\r\n`, 'a.txt'],
  ['a name in UTF-8', `--limit\r\n${file('"grüße 🦊.txt"')}--limit--\r\n`, 'grüße 🦊.txt'],
  ['a name in the form of .NET', `--limit\r\n${file(`"=?utf-8?B?w7wudHh0?="; filename*=utf-8''%C3%BC.txt`)}--limit--\r\n`, 'ü.txt'],
  ['an invalid extended name beside a plain name', `--limit\r\n${file(`"a.txt"; filename*=utf-8''%C3.txt`)}--limit--\r\n`, 'a.txt'],
  [
    'only an encoded name',
    `--limit\r\n${part(`Content-Disposition: form-data; name=file; filename*=UTF-8'en'%e2%82%ac%20%22.txt`)}--limit--\r\n`,
    '€ ".txt',
  ],
  ['a semicolon in a name', `--limit\r\n${file('"a; name=b.txt"')}--limit--\r\n`, 'a; name=b.txt'],
  ['white space after its boundaries', `--limit \t\r\n${file('"a.txt"')}--limit-- \r\n`, 'a.txt'],
  [
    'a header in two lines',
    `--limit\r\n${part('content-disposition: form-data;\r\n\tname="file";\r\n  filename="a.txt"')}--limit--`,
    'a.txt',
  ],
  ['text before and after its parts', `Hello\r\n--limit\r\n${file('"a.txt"')}--limit--\r\nand more\r\n--limit\r\n`, 'a.txt'],
  ['a boundary in quotes', `--li mit\r\n${file('"a.txt"')}--li mit--`, 'a.txt', 'multipart/form-data; charset=utf-8; boundary="li mit"'],
])('a form can contain %s', async (_, body, filename, contentType = type) => {
  await expect(post(body, contentType)).resolves.toMatchObject({ status: 200, body: { filename, extracted_text: 'The mill' } });
});

it.each(['', '\r\n', '--limit', '\r\n--limited\r\n', '\r\n\r\n\r\n', '\r\n-\r\n--\r\n', '\uFEFFa'])(
  'a form with the content %j is parsed',
  async (content) => {
    await expect(post(`--limit\r\n${file('"a.md"', `>${content}<`)}--limit--\r\n`)).resolves.toMatchObject({
      status: 200,
      body: { extracted_text: `>${content}<` },
    });
  },
);

it('a form is rejected if a part lacks headers, or if the form is truncated', async () => {
  const whole = `--limit\r\n${file('"a.txt"')}--limit--`;
  for (const body of ['', '--limit', '--limit\r\n\r\nThe mill\r\n--limit--', 'Hello', whole.slice(0, -2), whole.slice(0, 30)]) {
    await expect(post(body)).resolves.toEqual({ status: 422, body: { detail: 'The body is not a valid form, or is incomplete.' } });
  }
  await expect(post(whole, 'multipart/form-data; charset=utf-8')).resolves.toMatchObject({ status: 422 });
});

it('a file with an empty name, as browsers send it, is treated as missing', async () => {
  await expect(post(`--limit\r\n${file('""', '')}--limit--`)).resolves.toEqual({
    status: 422,
    body: { detail: 'file must be a file with a name.' },
  });
});

it('an upload with an invalid field returns its problem, and the request log lists unknown fields', async () => {
  const platform = platformAtNewYear();
  const body = `--limit\r\n${file('"a.txt"')}--limit\r\n${part('Content-Disposition: form-data; name="translate_to"', 'german language')}--limit\r\n${part('Content-Disposition: form-data; name="mood"')}--limit--`;
  await expect(post(body, type, platform)).resolves.toMatchObject({
    status: 422,
    body: { detail: [{ type: 'value_error', loc: ['body', 'translate_to'], msg: 'must be a language code, such as de' }] },
  });
  expect(platform.requestLog.at(-1)).toMatchObject({ operation: 'upload.upload', status: 422, unknownFields: ['mood'] });
});
