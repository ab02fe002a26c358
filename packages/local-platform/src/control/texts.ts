import type { ReadRequest } from '@platform-sdk/core/server';
import type { RecordedRequest } from './recorder.ts';

/** Headers that HTTP clients, browsers or the SDK set by themselves. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|accept-encoding|user-agent|accept|accept-language|sec-.*|origin|referer|x-trace-id|traceparent)$/;

/** Control characters, which can control a terminal. Tabs and line breaks are allowed. */
const CONTROL = /(?![\t\n])\p{Cc}/u;

/** Quotes a string for a shell. In bash and zsh, `$'...'` may contain escapes. */
const quote = (text: string): string => {
  if (!CONTROL.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text.replaceAll(/['\\\p{Cc}]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `$'${escaped}'`;
};

/** Returns the body as a string. Returns undefined for binary data, partly recorded bodies, and NUL characters, which shells drop. */
const textOf = ({ body }: RecordedRequest): string | undefined => {
  const text = body.bytes() && body.summary(null).text;
  return text?.includes('\0') ? undefined : text;
};

export const curlOf = (request: RecordedRequest): string => {
  const { method, url, headers, body } = request;
  // `-H 'name:'` removes a header; `name;` sends an empty value.
  const shown = headers
    .filter(([name]) => !OWN_HEADERS.test(name))
    .map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`);
  const { bytes } = body.summary(null);
  const text = textOf(request);
  const data = bytes === 0 ? [] : [text === undefined ? '--data-binary @body' : `--data-raw ${quote(text)}`];
  // Without this header, curl would send the content type of a form.
  if (bytes > 0 && !headers.some(([name]) => name === 'content-type')) shown.push(`-H 'content-type:'`);
  // With `-X HEAD`, curl would wait for a body. `--globoff` makes brackets and braces literal.
  const how = method === 'HEAD' && bytes === 0 ? '--head' : `-X ${method}`;
  const start = `curl ${how}${/[[\]{}]/.test(url) ? ' --globoff' : ''} ${quote(url)}`;
  return [start, ...shown, ...data].join(' \\\n  ');
};

/** Formats a value as TypeScript. */
const literal = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll('\n', `\n${' '.repeat(indent)}`);

const capital = (text: string): string => text.replace(/^\w/, (letter) => letter.toUpperCase());

/** Operations without a client method. */
const WITHOUT_METHOD: readonly string[] = ['gateway.models'];

/** Returns the package name of a service, such as `agent-passes` for `agentPasses`. */
const packageOf = (service: string): string => service.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the request as an SDK call. Returns undefined if the operation lacks a client method, or if the input is not JSON. */
export const sdkOf = (operation: string, { input }: ReadRequest): string | undefined => {
  if (WITHOUT_METHOD.includes(operation)) return undefined;
  const [client = '', ...rest] = operation.split('.');
  const method = rest.join('.');
  const text = JSON.stringify(input);
  if (Object.values(input).some((value) => value instanceof Blob)) return undefined;
  const given = text === '{}' ? '' : literal(input);
  return `import { create${capital(client)}Client } from '@platform-sdk/${packageOf(client)}';\n\nconst ${client} = create${capital(client)}Client(platform);\nconst result = await ${client}.${method}(${given});`;
};

/** Returns the calls as a vitest test that starts from the state before the first call. Each call runs at its original time. */
export const testOf = (requests: readonly RecordedRequest[]): string => {
  const [first] = requests;
  if (!first) return '';
  // The restored state already contains the offset of the clock, so the offset is subtracted.
  const aheadMs = first.before?.world.aheadMs ?? 0;
  const steps = requests.map((request, index) => stepOf(request, index, request.at - aheadMs)).join('\n');
  const title =
    requests.length === 1 ? `responds to ${first.call?.found?.route.name ?? first.method}` : `responds to ${requests.length} requests`;
  return `import { readFile } from 'node:fs/promises';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';

it(${JSON.stringify(title)}, async () => {
  let now = ${first.at - aheadMs};
  const local = createLocalPlatform({ clock: { now: () => now } });
  // The state before request ${first.id}: save it from the inspector.
  local.restore(JSON.parse(await readFile(new URL('./state-before-${first.id}.json', import.meta.url), 'utf8')));
${steps}});
`;
};

const stepOf = (request: RecordedRequest, index: number, now: number): string => {
  const { method, url, headers, status, responseBody, at } = request;
  const { pathname, search } = new URL(url);
  const shown = Object.fromEntries(headers.filter(([name]) => !OWN_HEADERS.test(name)));
  const { bytes } = request.body.summary(null);
  const options = literal({ method, headers: shown, ...(bytes > 0 && { body: BODY }) }, 2).replace(JSON.stringify(BODY), () =>
    bodyOf(request),
  );
  const name = `response${index + 1}`;
  const body = jsonOf(responseBody.summary(null).text);
  return `${index === 0 ? '' : `\n  now = ${now};`}
  const ${name} = await local.fetch(${JSON.stringify(`https://platform.test${pathname}${search}`)}, ${options});
  expect(${name}.status).toBe(${status});
${body === undefined ? '' : `  expect(await ${name}.json()).toEqual(${expected(body, at)});\n`}`;
};

const BODY = '@body@';

/** Returns the body as a TypeScript expression. */
const bodyOf = (request: RecordedRequest): string => {
  const text = textOf(request);
  if (text !== undefined) return JSON.stringify(text);
  const bytes = request.body.bytes();
  if (!bytes) return "'' /* It was too long to be kept: add it. */";
  return `Uint8Array.from(atob('${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}'), (sign) => sign.charCodeAt(0))`;
};

/** Names of fields with random values. */
const RANDOM = /(?:token|secret|key|trace_?id|jti)$/i;

const ANY = '@any-string@';

/** Returns a body for `toEqual`. Random values, and times that are not before the request, match any string. */
const expected = (body: unknown, at: number): string => {
  const isMade = (name: string, text: string): boolean => RANDOM.test(name) || (TIME.test(text) && Date.parse(text) >= at);
  const shown = JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (typeof value === 'string' && isMade(name, value) ? ANY : value)),
  ) as unknown;
  return literal(shown, 2).replaceAll(JSON.stringify(ANY), 'expect.any(String)');
};

/** The format of the platform's timestamps. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const jsonOf = (text: string | undefined): unknown => {
  try {
    return text ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
};
