import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createUploadClient } from '@platform-sdk/upload';
import type { Check, Judge } from '../check.ts';
import { parsers, type Parser, type ReadForm } from './parsers.ts';

const NAMES = ['plain.txt', 'ünï 日本 🦊.txt', "it's; a=b, c.txt", '100% %41.txt', ' spaces .txt', '.txt', `${'x'.repeat(251)}.txt`];
const CONTENTS: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'line ends': Buffer.from('\r\n\r\n'),
  'the beginning of a boundary': Buffer.from('\r\n------platform-sdk-\r\n--'),
  'another form': Buffer.from('\r\n--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'),
  'each byte': Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) & 255)),
};

/** Uploads a file to a server with this parser, and returns the form that it read. */
const send = async (parse: Parser, name: string, content: Buffer, isStream: boolean): Promise<ReadForm> => {
  let form: ReadForm | undefined;
  const server = createServer((request, response) => {
    void parse(request).then(
      (read) => {
        form = read;
        response.end(
          JSON.stringify({ file_id: '1', original_text: '', translated_text: '', source_language: 'en', target_language: 'de' }),
        );
      },
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const upload = createUploadClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'token' });
    const bytes = new Uint8Array(content);
    const data = isStream ? new Blob([bytes]).stream() : bytes;
    await upload.upload({ file: { name, data }, translate_to: 'de' }, { checkType: false, retry: false });
  } finally {
    server.closeAllConnections();
    server.close();
  }
  assert.ok(form);
  return form;
};

const checkOf = (parse: Parser, title: string, name: string, content: Buffer, filename = name): Check => ({
  title,
  async run() {
    for (const isStream of [false, true]) {
      const form = await send(parse, name, content, isStream);
      assert.deepEqual({ ...form.fields }, { translate_to: 'de' });
      assert.equal(form.filename, filename);
      assert.ok(form.content.equals(content), `${form.content.length} bytes instead of ${content.length}`);
    }
  },
});

/** Parsers of forms, which read the uploads of our client on a real port. */
export const forms: readonly Judge[] = parsers.map(([name, parse, restoresQuotes]) => ({
  name,
  checks: [
    ...NAMES.map((file) => checkOf(parse, `reads the name ${file.slice(0, 30)}`, file, Buffer.from('Hello, wörld'))),
    checkOf(parse, 'reads a name with quotes', 'a "b".txt', Buffer.from('x'), restoresQuotes ? 'a "b".txt' : 'a %22b%22.txt'),
    ...Object.entries(CONTENTS).map(([what, content]) => checkOf(parse, `reads ${what}`, 'a.txt', content)),
  ],
}));
