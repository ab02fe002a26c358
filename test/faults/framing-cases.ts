import { gzipSync } from 'node:zlib';
import { answerOf } from './fault-server.ts';

/** Returns the document of the first or the second request. Both documents have the same length. */
export const documentOf = (id: 'first' | 'other'): string =>
  JSON.stringify({ data: [{ id, type: 'organization', attributes: { name: 'Acme' } }] });

const document = documentOf('first');
const length = Buffer.byteLength(document);
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const sized = `${OK}Content-Length: ${length}\r\n`;
const chunked = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const size = length.toString(16);
const chunk = `${size}\r\n${document}\r\n`;
const whole = `${sized}\r\n${document}`;
const second = answerOf(200, { 'Content-Type': 'application/json' }, documentOf('other')).toString('latin1');

/** The result of a call: the id of its document, or the kind and the outcome of its error. */
type Result = 'first' | `${string} ${'unknown' | 'likely-applied' | 'rejected' | 'not-sent'}`;

export interface FramingCase {
  /** The bytes of the response, each written as a latin1 character. */
  readonly bytes: string;
  /** How the connection ends after these bytes. Default: it stays open. */
  readonly end?: 'close' | 'reset';
  /** The expected result. `node` applies to `node:http`, and `fetch` to `fetch`. */
  readonly gives: Result | { readonly node: Result; readonly fetch: Result };
}

const broken = 'network unknown';
const cut = 'network likely-applied';

export const framingCases: Readonly<Record<string, FramingCase>> = {
  'a declared length': { bytes: whole, gives: 'first' },
  'a declared length and a close': { bytes: whole, end: 'close', gives: 'first' },
  'fewer bytes than declared': { bytes: `${OK}Content-Length: ${length + 5}\r\n\r\n${document}`, end: 'close', gives: cut },
  'more bytes than declared': { bytes: `${whole}garbage`, gives: 'first' },
  'a whole second response after the first': { bytes: whole + second, gives: 'first' },
  'no declared length and a close': { bytes: `${OK}\r\n${document}`, end: 'close', gives: 'first' },
  'no declared length and a reset': { bytes: `${OK}\r\n${document}`, end: 'reset', gives: { node: cut, fetch: 'first' } },
  'a version of 1.0 and a close': { bytes: `HTTP/1.0 200 OK\r\n\r\n${document}`, end: 'close', gives: 'first' },
  'a version of 1.0 and a length': { bytes: `HTTP/1.0 200 OK\r\nContent-Length: ${length}\r\n\r\n${document}`, gives: 'first' },
  'an equal length twice': { bytes: `${sized}Content-Length: ${length}\r\n\r\n${document}`, gives: broken },
  'two lengths': { bytes: `${sized}Content-Length: 5\r\n\r\n${document}`, gives: broken },
  'a list of equal lengths': { bytes: `${OK}Content-Length: ${length}, ${length}\r\n\r\n${document}`, gives: broken },
  'a negative length': { bytes: `${OK}Content-Length: -1\r\n\r\n${document}`, gives: broken },
  'a length with a sign': { bytes: `${OK}Content-Length: +${length}\r\n\r\n${document}`, gives: broken },
  'a length that is no number': { bytes: `${OK}Content-Length: ten\r\n\r\n${document}`, gives: broken },
  'a length beyond 64 bits': { bytes: `${OK}Content-Length: 99999999999999999999\r\n\r\n${document}`, gives: broken },
  chunks: { bytes: `${chunked}${chunk}0\r\n\r\n`, gives: 'first' },
  'chunks of one byte': { bytes: `${chunked}${document.replaceAll(/[^]/g, '1\r\n$&\r\n')}0\r\n\r\n`, gives: 'first' },
  'chunk sizes with leading zeros and capitals': {
    bytes: `${chunked}000${size.toUpperCase()}\r\n${document}\r\n000\r\n\r\n`,
    gives: 'first',
  },
  trailers: { bytes: `${chunked}${chunk}0\r\nX-Checksum: 1\r\n\r\n`, gives: 'first' },
  'a length in a trailer': { bytes: `${chunked}${chunk}0\r\nContent-Length: 3\r\n\r\n`, gives: cut },
  'extensions of chunks': { bytes: `${chunked}${size};name=value;other="quoted"\r\n${document}\r\n0;last\r\n\r\n`, gives: 'first' },
  'an extension of 20 kB': {
    bytes: `${chunked}${size};name=${'x'.repeat(20_000)}\r\n${document}\r\n0\r\n\r\n`,
    gives: { node: cut, fetch: 'first' },
  },
  'a chunk size that is no number': { bytes: `${chunked}HELLO\r\n`, gives: cut },
  'a chunk size beyond 64 bits': { bytes: `${chunked}fffffffffffffffff\r\n${document}`, gives: cut },
  'a chunk longer than its size': { bytes: `${chunked}5\r\n${document}\r\n0\r\n\r\n`, gives: cut },
  'a chunk that ends with a line feed alone': { bytes: `${chunked}${size}\r\n${document}\n0\r\n\r\n`, gives: cut },
  'a close before the last chunk': { bytes: chunked + chunk, end: 'close', gives: cut },
  'a close within the last chunk': { bytes: `${chunked}${chunk}0\r\n`, end: 'close', gives: cut },
  'bytes after the last chunk': { bytes: `${chunked}${chunk}0\r\n\r\ngarbage`, gives: 'first' },
  'chunks and a length': { bytes: `${sized}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`, gives: broken },
  'chunks named twice': { bytes: `${OK}Transfer-Encoding: chunked, chunked\r\n\r\n${chunk}0\r\n\r\n`, gives: 'first' },
  'an unknown transfer encoding': { bytes: `${OK}Transfer-Encoding: other\r\n\r\n${document}`, end: 'close', gives: 'first' },
  'a response 100 before the response': { bytes: `HTTP/1.1 100 Continue\r\n\r\n${whole}`, gives: { node: 'first', fetch: broken } },
  'a response 103 before the response': { bytes: `HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n${whole}`, gives: 'first' },
  'a hundred responses 102 before the response': { bytes: 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100) + whole, gives: 'first' },
  'a response 103 and a close': { bytes: 'HTTP/1.1 103 Early Hints\r\n\r\n', end: 'close', gives: broken },
  'a switch of protocols': { bytes: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n', gives: broken },
  'no reason phrase': { bytes: whole.replace(' OK', ' '), gives: 'first' },
  'no space before the reason phrase': { bytes: whole.replace(' OK', ''), gives: 'first' },
  'a status of two digits': { bytes: whole.replace('200', '20'), gives: broken },
  'a status of four digits': { bytes: whole.replace('200', '2000'), gives: broken },
  'a status of 000': { bytes: whole.replace('200', '000'), gives: broken },
  'a status of 099': { bytes: whole.replace('200', '099'), gives: broken },
  'another protocol': { bytes: whole.replace('HTTP/1.1', 'ICY'), gives: broken },
  'a version of 2.0': { bytes: whole.replace('HTTP/1.1', 'HTTP/2.0'), gives: 'first' },
  'an empty line first': { bytes: `\r\n${whole}`, gives: 'first' },
  'line feeds alone': { bytes: whole.replaceAll('\r\n', '\n'), gives: broken },
  'a folded header': { bytes: `${sized}X-Long: one\r\n two\r\n\r\n${document}`, gives: broken },
  'a space before a colon': { bytes: `${sized}X-Name : value\r\n\r\n${document}`, gives: broken },
  'a header without a colon': { bytes: `${sized}X-Name\r\n\r\n${document}`, gives: broken },
  'a header without a name': { bytes: `${sized}: value\r\n\r\n${document}`, gives: broken },
  'a NUL in a header': { bytes: `${sized}X-Name: a\0b\r\n\r\n${document}`, gives: broken },
  'a carriage return in a header': { bytes: `${sized}X-Name: a\rb\r\n\r\n${document}`, gives: broken },
  'latin1 in a header': { bytes: `${sized}X-Name: Zo\u00eb\r\n\r\n${document}`, gives: 'first' },
  'a header of 15 kB': { bytes: `${sized}X-Name: ${'x'.repeat(15_000)}\r\n\r\n${document}`, gives: 'first' },
  'headers of 20 kB': { bytes: `${sized}${`X-Name: ${'x'.repeat(1000)}\r\n`.repeat(20)}\r\n${document}`, gives: broken },
  'a cookie twice': { bytes: `${sized}Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\n${document}`, gives: 'first' },
  'fifteen hundred headers before its encoding': {
    bytes: answerOf(200, {}, gzipSync(document))
      .toString('latin1')
      .replace('\r\n\r\n', `\r\n${'a: b\r\n'.repeat(1500)}Content-Encoding: gzip\r\n\r\n`),
    gives: 'first',
  },
  'a body in gzip': { bytes: answerOf(200, { 'Content-Encoding': 'gzip' }, gzipSync(document)).toString('latin1'), gives: 'first' },
};
