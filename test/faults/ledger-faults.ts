import { writeResponse } from '@platform-sdk/core/server';
import { sampleOf } from '../helpers/sample-values.ts';
import type { ServiceMethod } from '../helpers/service-methods.ts';
import { chunkedOf, responseOf, type Fault, type HandshakeFault } from './ledger-server.ts';

/** Returns a function that returns pseudorandom numbers of at least 0 and less than 1. The seed determines the numbers. */
export const randomOf = (seed: number): (() => number) => {
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
};

const events = (...documents: readonly object[]): string => documents.map((document) => `data: ${JSON.stringify(document)}\n\n`).join('');
const chunk = (delta: object, finish_reason: string | null = null): object => ({
  id: 'c-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
});
const completion = `${events(chunk({ role: 'assistant', content: 'Hello' }), chunk({}, 'stop'))}data: [DONE]\n\n`;
const reply = 'event: message\ndata: {"chunk":"Hello","id":"m-1"}\n\nevent: done\ndata: {"status":"completed"}\n\n';
const job = (result: object): string => `Starting\n\n__JSON__${JSON.stringify({ success: true, ...result })}`;
const url = 'https://site.test/';
/** An archive without files. */
const archive = `PK\u0005\u0006${'\0'.repeat(18)}`;

/** The responses of operations that return a stream, a job or a file. */
const OTHER_RESPONSES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'gateway.chatStream': ['text/event-stream', completion],
  'search.chatStream': ['text/event-stream', completion],
  'memory.chatStream': ['text/event-stream', reply],
  'converter.convert': ['text/plain', job({ url, markdown: '# Hello' })],
  'converter.batch': ['text/plain', job({ results: [{ url, success: true, markdown: '# Hello' }] })],
  'converter.crawl': ['text/plain', job({ message: 'Done' })],
  'converter.download': ['application/zip', archive],
  'agent-passes.activity.export': ['application/json', '[{"agent_user_id":"a"}]'],
};

/** Returns the bytes of the response to a successful operation. */
export const successOf = async ({ name, operation }: ServiceMethod, isChunked: boolean): Promise<string> => {
  const [type, body] = OTHER_RESPONSES[name] ?? [];
  if (type !== undefined && body !== undefined) return responseOf(200, body, { 'Content-Type': type });
  const response = writeResponse(operation, sampleOf(operation.output, true));
  const text = await response.text();
  return isChunked && text !== '' ? chunkedOf(response.status, text, 'application/json') : responseOf(response.status, text);
};

const STATUSES = [400, 403, 404, 408, 409, 421, 425, 429, 500, 501, 502, 503, 504] as const;
const PAGES = [
  '<!doctype html><title>Sign in</title>',
  '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
  '\n<html>Sign in</html>',
] as const;
const RETRY_AFTER = ['0', '0.1', '86400', 'soon', '-1', 'Wed, 21 Oct 2015 07:28:00 GMT'] as const;

const ENDS = ['reset', 'end'] as const;
/** Over TLS, a connection can also break within the encryption. */
const TLS_ENDS = [...ENDS, 'cut', 'garbage'] as const;

/** Returns a function that decides how the next handshake fails. Most handshakes succeed. A handshake usually needs at most 2,500 bytes. */
export const handshakesOf = (seed: number): (() => HandshakeFault | undefined) => {
  const random = randomOf(seed + 3);
  const ends = ['reset', 'end', 'stall', 'alert'] as const;
  return () => {
    if (random() < 0.85) return undefined;
    return { bytes: random() < 0.2 ? 0 : Math.floor(random() * 2500), end: ends[Math.floor(random() * ends.length)] ?? 'reset' };
  };
};

/** Returns a function that returns the fault of the next request. About half of the requests have no fault. */
export const faultsOf = (seed: number, isSecure = false): (() => Fault) => {
  const random = randomOf(seed);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const end = (): NonNullable<Fault['end']> => oneOf(isSecure ? TLS_ENDS : ENDS);
  const kinds: readonly (() => Fault)[] = [
    () => ({ requestBytes: 1 + Math.floor(random() * 500), end: end() }),
    () => ({ isApplied: random() < 0.5, share: 0, end: end() }),
    () => ({ share: random(), end: end() }),
    () => ({ share: random(), end: 'stall' }),
    () => ({ end: end() }),
    () => ({ pieceBytes: 7 }),
    () => ({ before: oneOf(['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n']) }),
    () => {
      const status = oneOf(STATUSES);
      const isApplied = status >= 500 && status !== 501 && random() < 0.5;
      return { isApplied, response: responseOf(status, '{"detail":"No"}', { 'Retry-After': oneOf(RETRY_AFTER) }) };
    },
    () => ({ isApplied: false, response: responseOf(200, oneOf(PAGES), { 'Content-Type': oneOf(['text/html', 'application/xml']) }) }),
    () => ({ response: responseOf(302, '', { Location: '/elsewhere' }) }),
    () => ({ isApplied: false, response: responseOf(307, '', { Location: 'http://127.0.0.1:1/' }) }),
  ];
  return () => (random() < 0.5 ? {} : oneOf(kinds)());
};
