import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Busboy as FastifyBusboy } from '@fastify/busboy';
import busboy from 'busboy';
import { Form } from 'multiparty';

/** A form as a parser reads it. */
export interface ReadForm {
  filename: string | undefined;
  content: Buffer;
  fields: Record<string, string>;
}

/** Reads the form of a request. */
export type Parser = (request: IncomingMessage) => Promise<ReadForm>;

const empty = (): ReadForm => ({ filename: undefined, content: Buffer.alloc(0), fields: {} });

/** Both packages named busboy emit the same events. The newer busboy passes the name of a file in an object. */
const byEvents =
  (create: (request: IncomingMessage) => NodeJS.WritableStream, end: 'close' | 'finish'): Parser =>
  (request) =>
    new Promise((resolve, reject) => {
      const form = empty();
      const files: Promise<void>[] = [];
      const parser = create(request);
      parser.on('field', (name: string, value: string) => (form.fields[name] = value));
      parser.on('file', (_: string, stream: Readable, info: string | { readonly filename: string }) => {
        form.filename = typeof info === 'string' ? info : info.filename;
        files.push(buffer(stream).then((content) => void (form.content = content)));
      });
      parser.on('error', reject);
      parser.on(end, () => void Promise.all(files).then(() => resolve(form), reject));
      request.pipe(parser);
    });

const byMultiparty: Parser = (request) =>
  new Promise((resolve, reject) => {
    const form = empty();
    const parts: Promise<void>[] = [];
    const parser = new Form();
    parser.on('part', (part: Readable & { readonly name: string; readonly filename?: string }) => {
      const { name, filename } = part;
      if (filename !== undefined) form.filename = filename;
      parts.push(
        buffer(part).then((content) => {
          if (filename === undefined) form.fields[name] = content.toString();
          else form.content = content;
        }),
      );
    });
    parser.on('error', reject);
    parser.on('close', () => void Promise.all(parts).then(() => resolve(form), reject));
    parser.parse(request);
  });

const byFormData: Parser = async (request) => {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const data = await new Response(Readable.toWeb(request) as ReadableStream, { headers }).formData();
  const form = empty();
  for (const [name, value] of data) {
    if (typeof value === 'string') form.fields[name] = value;
    else Object.assign(form, { filename: value.name, content: Buffer.from(await value.arrayBuffer()) });
  }
  return form;
};

/** The parsers, by name. Some follow HTML and restore an escaped quote; the others return `%22`. */
export const parsers: readonly (readonly [name: string, parse: Parser, restoresQuotes: boolean])[] = [
  ['busboy', byEvents(({ headers }) => busboy({ headers, defParamCharset: 'utf8' }), 'close'), false],
  ['@fastify/busboy', byEvents(({ headers }) => new FastifyBusboy({ headers: headers as { 'content-type': string } }), 'finish'), false],
  ['multiparty', byMultiparty, true],
  ['undici', byFormData, true],
];
