import { randomUUID } from 'node:crypto';
import { createPlatform, type PlatformOptions, type Tokens } from '@platform-sdk/core';
import { methodOf } from '../operations/clients.ts';
import type { OperationEntry } from '../operations/operations.ts';
import type { Input } from './input.ts';
import { cellOf } from './table.ts';

/** A complete request that was prepared and not sent. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a form, and for a request without a body. */
  readonly body: string | undefined;
}

/** Returns a mark for a secret. The printed command contains a shell variable instead of the mark. */
const mark = (variable: string): string => `${START}${variable}${END}`;
/** The start of a mark. It is random, so that inputs do not contain it by chance. */
const START = `{{${randomUUID()} `;
const END = '}}';

/** Splits a string at its marks. Every second piece is the name of a variable. */
const splitAtMarks = (text: string): string[] =>
  text.split(START).flatMap((piece, index) => {
    const end = index === 0 ? 0 : piece.indexOf(END);
    return index === 0 ? [piece] : [piece.slice(0, end), piece.slice(end + END.length)];
  });

/** Replaces the credentials with marks. Optional credentials get a mark only if they are configured. */
export const markedCredentials = ({ baseUrls, tokens, agent }: PlatformOptions): PlatformOptions => ({
  ...(baseUrls && { baseUrls }),
  apiKey: mark('PLATFORM_API_KEY'),
  adminAccess: mark('PLATFORM_ADMIN_ACCESS'),
  projectKeys: { publicKey: mark('PLATFORM_PROJECT_PUBLIC_KEY'), secretKey: mark('PLATFORM_PROJECT_SECRET_KEY') },
  ...(agent && { agent: { userId: mark('PLATFORM_AGENT_USER_ID'), secretToken: mark('PLATFORM_AGENT_SECRET_TOKEN') } }),
  tokens: {
    memory: mark('PLATFORM_MEMORY_TOKEN'),
    gateway: mark('PLATFORM_GATEWAY_KEY'),
    ...(tokens?.upload && { upload: mark('PLATFORM_UPLOAD_TOKEN') }),
    ...(tokens?.converter && { converter: mark('PLATFORM_CONVERTER_TOKEN') }),
  },
});

/** Marks that replace the tokens of the session, so that the session is not read. */
const MARKED_SESSION: Tokens = { accessToken: mark('PLATFORM_ACCESS_TOKEN'), refreshToken: mark('PLATFORM_REFRESH_TOKEN') };

/** Prepares the request of a call with the service's own client, and sends nothing. Throws the client's error for an invalid input. */
export const prepareRequest = async (entry: OperationEntry, input: Input, options: PlatformOptions): Promise<PreparedRequest> => {
  let prepared: PreparedRequest | undefined;
  const platform = createPlatform({
    ...options,
    logger: false,
    // The clients pass the URL as a string.
    fetch: async (url, init) => {
      const { method = 'GET', headers, body } = init ?? {};
      const text = typeof body === 'string' ? body : undefined;
      prepared ??= { method, url: url as string, headers: Object.fromEntries(new Headers(headers)), body: text };
      throw new Error('The request is not sent.');
    },
  });
  try {
    await platform.session.set(MARKED_SESSION);
    const method = await methodOf(entry, platform);
    await begin(method(input, { retry: false }));
  } catch (error) {
    if (!prepared) throw error;
  } finally {
    platform.dispose();
  }
  if (!prepared) throw new Error(`${entry.name} made no request`);
  return prepared;
};

/** Starts a call: awaits its promise, or reads the first item of its async iterable. */
const begin = async (returned: unknown): Promise<void> => {
  const iterable = returned as Partial<AsyncIterable<unknown>>;
  if (iterable[Symbol.asyncIterator]) for await (const _ of returned as AsyncIterable<unknown>) break;
  else await returned;
};

/** Formats a request as a bash command, in which variables replace secrets. Also returns the names of the variables. */
export const toCurl = (
  entry: OperationEntry,
  input: Input,
  request: PreparedRequest,
): { readonly command: string; readonly variables: readonly string[] } => {
  const { kind, operation } = entry;
  const hidden = secretsOf(entry, input);
  const hide = (text: string, form: (secret: string) => string): string => {
    const [, variable] = hidden.find(([secret]) => form(secret) === text) ?? [];
    return variable === undefined ? text : form('').replace(/^"?/, `$&${mark(variable)}`);
  };
  // Only complete values are replaced, because a short secret can also be a part of another word.
  const url = request.url.replaceAll(/(?<=[=/])[^=&/?]+/g, (part) => hide(part, encodeURIComponent));
  const body = request.body?.replaceAll(/"(?:[^"\\]|\\.)*"/g, (part) => hide(part, JSON.stringify));
  const start = `curl -sS${kind === 'stream' || kind === 'job' ? 'N' : ''}${operation.redirects ? 'L' : ''}`;
  const options: readonly Option[] = [
    [request.method === 'GET' ? start : `${start} -X ${request.method}`, url],
    ...Object.entries(request.headers).flatMap((header) => headerOption(header, operation.encode !== undefined)),
    ...(operation.encode ? formOptions(entry, input) : body === undefined ? [] : [['--data-raw', body] as const]),
  ];
  return {
    command: options.map(([name, value]) => `${name} ${quoted(value)}`).join(' \\\n  '),
    variables: [...new Set(options.flatMap(([, value]) => splitAtMarks(value).filter((_, index) => index % 2 === 1)))],
  };
};

type Option = readonly [name: string, value: string];

const headerOption = ([name, value]: readonly [string, string], isForm: boolean): Option[] => {
  const [, encoded] = name === 'authorization' ? (/^Basic (.+)$/.exec(value) ?? []) : [];
  if (encoded !== undefined) return [['-u', Buffer.from(encoded, 'base64').toString('utf8')]];
  // curl itself sets the boundary and the length of a form.
  return isForm && name.startsWith('content-') ? [] : [['-H', `${name}: ${value}`]];
};

/** Returns the secrets of an input with the names of their variables. */
const secretsOf = ({ fields }: OperationEntry, input: Input): (readonly [secret: string, variable: string])[] =>
  fields.flatMap(({ isSecret, path, flag }) => {
    const value = path.reduce<unknown>((found, name) => (Object(found) as Input)[name], input);
    return isSecret && typeof value === 'string' && value !== ''
      ? [[value, `INPUT_${flag.replaceAll(/[.-]/g, '_').toUpperCase()}`] as const]
      : [];
  });

const formOptions = ({ fields }: OperationEntry, input: Input): Option[] =>
  fields.flatMap(({ type, path: [name = ''] }): Option[] => {
    const value = input[name];
    if (value === undefined) return [];
    if (type !== 'file') return [['--form-string', `${name}=${cellOf(value)}`]];
    const { path } = value as { readonly path?: unknown };
    return [['-F', `${name}=@"${String(path).replaceAll(/["\\]/g, String.raw`\$&`)}"`]];
  });

/** Quotes an argument for bash. Marks become variables. */
export const quoted = (text: string): string => {
  const pieces = splitAtMarks(text);
  if (pieces.length === 1) return single(text);
  const variable = (index: number): string => (/^\w/.test(pieces[index + 1] ?? '') ? `\${${pieces[index]}}` : `$${pieces[index]}`);
  // Without special characters, the whole argument is put into double quotes, which are easier to read.
  if (pieces.every((piece, index) => index % 2 === 1 || !/["\\$`!]/.test(piece)))
    return `"${pieces.map((piece, index) => (index % 2 === 1 ? variable(index) : piece)).join('')}"`;
  return pieces.map((piece, index) => (index % 2 === 1 ? `"$${piece}"` : piece && single(piece))).join('');
};

const single = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
