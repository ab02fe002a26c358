import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ResponseHeaders, SenderResponse } from '../../wire.ts';
import { bodyOf } from './body.ts';
import { decode } from './decode.ts';

/** Turns a response of Node into a `SenderResponse`. */
export const toSenderResponse = (incoming: IncomingMessage): SenderResponse => {
  const { statusCode: status = 0 } = incoming;
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (isEmpty) incoming.resume();
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: headersOf(incoming),
    body: isEmpty ? null : bodyOf(decode(incoming), incoming),
  };
};

const headersOf = (incoming: IncomingMessage): ResponseHeaders => {
  const { headers } = incoming;
  if (headers['retry-after'] !== undefined) joinWaits(incoming);
  if (headers.location !== undefined) joinTargets(incoming);
  const get = (name: string): string | null => {
    const key = name.toLowerCase();
    const value = Object.hasOwn(headers, key) ? headers[key] : undefined;
    return value === undefined ? null : String(value);
  };
  return { get, has: (name) => get(name) !== null, [Symbol.iterator]: () => entriesOf(headers) };
};

/** Node drops every `Retry-After` behind the first. A proxy and its server may send one each, and the longer wait counts. */
const joinWaits = ({ headers, headersDistinct }: IncomingMessage): void => {
  const { 'retry-after': waits = [] } = headersDistinct;
  if (waits.every((wait) => /^\d+$/.test(wait))) headers['retry-after'] = waits.join(', ');
};

/** Node also drops every `Location` behind the first. `fetch` joins them, so that an ambiguous redirect is noticed. */
const joinTargets = ({ headers, headersDistinct }: IncomingMessage): void => {
  const { location: targets = [] } = headersDistinct;
  headers.location = targets.join(', ');
};

/** A generator within the object would take a tenth of a call's time. */
function* entriesOf(headers: IncomingHttpHeaders): Generator<[string, string]> {
  for (const [name, value = []] of Object.entries(headers)) {
    for (const each of typeof value === 'string' ? [value] : value) yield [name, each];
  }
}
