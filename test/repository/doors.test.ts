import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalEnvironment } from '../../examples/console/server/environment.ts';
import { serveConsole } from '../../examples/console/server/serve-console.ts';
import { servePages } from '../../tools/docs/generator/serve-pages.ts';
import { serveFolder } from '@platform-sdk/build/static-server';

const TOKEN = 'planted-control-token';
const SECRET = 'planted-outside-of-the-folder';
const EVIL = 'http://evil.example';

/** A server that this repository can start. */
interface Door {
  readonly origin: string;
  /** A path that returns 200. */
  readonly home: string;
  /** A path where a POST changes something or costs money. */
  readonly write: string;
  /** Headers that the server's own pages send. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the files are public and never change, so that a page of another origin may request them, but cannot read them. */
  readonly isPublic?: boolean;
  readonly close: () => unknown;
}

const openConsole = async (folder: string): Promise<Door> => {
  const environment = await openLocalEnvironment();
  const { url, close } = await serveConsole(environment, folder);
  return {
    origin: url,
    home: '/',
    write: '/relay/gateway/v1/chat/completions',
    close: async () => {
      await close();
      await environment.close();
    },
  };
};

const doors: Readonly<Record<string, (folder: string) => Promise<Door>>> = {
  'local platform': async () => {
    const { origin, close } = await serve(createLocalPlatform());
    return { origin, home: '/converter/api/health', write: '/auth/v1/oauth/token', headers: { 'Api-Key': 'local-api-key' }, close };
  },
  'control API': async () => {
    const { origin, close } = await serve(createLocalPlatform(), { control: { token: TOKEN } });
    return { origin, home: '/_local/counts', write: '/_local/snapshot', headers: { Authorization: `Bearer ${TOKEN}` }, close };
  },
  inspector: async () => {
    const { origin, close } = await serve(createLocalPlatform(), { control: { token: TOKEN } });
    return { origin, home: '/_local/inspector/index.html', write: '/_local/inspector/index.html', close };
  },
  console: openConsole,
  'static server': async (folder) => ({ ...(await serveFolder(folder)), home: '/index.html', write: '/index.html', isPublic: true }),
  'docs preview': async (folder) => {
    const { origin, close } = await servePages(folder, 0);
    // Does not wait until the server is closed, because Vite's bundler does not end after it is cancelled.
    return { origin, home: '/index.html', write: '/index.html', isPublic: true, close: () => void close() };
  },
};

interface Sent {
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends bytes unchanged. Returns the response, or an empty string if the server closed the connection without a response. */
const send = ({ origin, headers: own = {} }: Door, { line, headers = {}, body = '' }: Sent): Promise<string> =>
  new Promise((resolve) => {
    const { port, host } = new URL(origin);
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('error', () => undefined).on('close', () => resolve(text));
    const length: Record<string, string> = body === '' ? {} : { 'Content-Length': String(body.length) };
    const all = Object.entries({ Host: host, Connection: 'close', ...own, ...length, ...headers });
    socket.write(`${line}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`);
  });

const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);

const isRejected = (text: string): boolean => text === '' || (statusOf(text) >= 400 && statusOf(text) < 500);

/** Returns true if a page of another origin cannot read the response. */
const isUnreadable = (text: string): boolean => !/^access-control-allow-origin: (?:\*|http:\/\/evil)/im.test(text);

const isRefusedPage = ({ isPublic }: Door, text: string): boolean => isUnreadable(text) && (isPublic === true || isRejected(text));

/** Sends the requests of an attack. Returns true if every response passes the check of this attack. */
type Attack = (door: Door) => Promise<boolean>;

const each =
  (requests: (door: Door) => readonly Sent[], isRefused: (door: Door, text: string) => boolean = (_, text) => isRejected(text)): Attack =>
  async (door) => {
    const texts = [];
    for (const request of requests(door)) texts.push(await send(door, request));
    return texts.every((text) => isRefused(door, text));
  };

const JSON_TYPE = { 'Content-Type': 'application/json' };
const get = (path: string, headers: Readonly<Record<string, string>> = {}): Sent => ({ line: `GET ${path} HTTP/1.1`, headers });
const post = (path: string, body: string, headers: Readonly<Record<string, string>>): Sent => ({
  line: `POST ${path} HTTP/1.1`,
  headers,
  body,
});

const TRAVERSALS = ['/../', '/%2e%2e/', '/..%2f', '/assets/..%2f..%2f', '/_local/inspector/..%2f', '/..%5c', '/@fs/../', '/%00/'];

const attacks: Readonly<Record<string, Attack>> = {
  'foreign Host': each(({ home, origin }) => {
    const { port } = new URL(origin);
    return ['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`].map((host) => get(home, { Host: host }));
  }),
  'foreign Origin': each(({ home }) => [EVIL, 'null'].map((origin) => get(home, { Origin: origin })), isRefusedPage),
  CSRF: each(({ write }) => [
    post(write, '{}', { Origin: EVIL, 'Content-Type': 'text/plain' }),
    post(write, 'a=b', { Origin: 'null', 'Content-Type': 'application/x-www-form-urlencoded' }),
    post(write, '{}', { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'text/plain' }),
  ]),
  traversal: each(
    () => TRAVERSALS.map((path) => get(`${path}secret.txt`)),
    (_, text) => !text.includes(SECRET),
  ),
  'oversized body': each(({ write }) => [
    post(write, '{}', { ...JSON_TYPE, 'Content-Length': '99999999999' }),
    post(write, `{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`, JSON_TYPE),
    post(write, '{}', { ...JSON_TYPE, 'X-Long': 'x'.repeat(100_000) }),
  ]),
  'malformed %': each(
    () => ['/%', '/%zz', '/%ff%fe', '/_local/%zz', '/relay/gateway/%zz'].map((path) => get(path)),
    (_, text) => isRejected(text),
  ),
  'malformed request': each(({ home }) => [
    { line: 'GARBAGE' },
    { line: `GET ${home} HTTP/9.9` },
    get(home, { 'Content-Length': '5', 'Transfer-Encoding': 'chunked' }),
    get(home, { 'Content-Length': '-1' }),
    get(home, { 'Bad Name': 'x' }),
    get(home, { Host: '' }),
  ]),
};

describe.each(Object.entries(doors))('%s', (_, open) => {
  let outer: string;
  let door: Door;
  beforeAll(async () => {
    outer = await mkdtemp(join(tmpdir(), 'doors-'));
    await writeFile(join(outer, 'secret.txt'), SECRET);
    const folder = await mkdtemp(join(outer, 'site-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>home</title>');
    door = await open(folder);
  }, 60_000);
  afterAll(async () => {
    await door.close();
    await rm(outer, { recursive: true });
  });

  it.each(Object.entries(attacks))('a server rejects the attack "%s", and responds to the next request', async (__, attack) => {
    await expect(attack(door)).resolves.toBe(true);
    expect(statusOf(await send(door, get(door.home)))).toBe(200);
  });
});
