import { createConfig, lintFromString } from '@redocly/openapi-core';
import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { createPlatform } from '@platform-sdk/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import type * as Texts from '../../packages/local-platform/src/control/texts.ts';

const { sdkOf } = await vi.importActual<typeof Texts>('../../packages/local-platform/src/control/texts.ts');

const TOKEN = 'token';

const NEW_YEAR = Date.UTC(2026, 0, 1);

/** Runs the code of a copied test, with the state before its first request. Returns the number of its assertions. */
const runCopied = async (text: string, first: number, state: string): Promise<number> => {
  const [, code = ''] = /async \(\) => \{\n([\s\S]*)\n\}\);\n$/.exec(text) ?? [];
  const given = code.replace(`await readFile(new URL('./state-before-${first}.json', import.meta.url), 'utf8')`, 'state');
  // Users paste this code into a file, so that it must run unchanged.
  // oxlint-disable-next-line typescript/no-implied-eval
  const run = new Function('createLocalPlatform', 'expect', 'state', `return (async () => {${given}})();`) as (
    ...given: unknown[]
  ) => Promise<void>;
  let assertions = 0;
  const counted = Object.assign(
    (value: unknown) => {
      assertions += 1;
      // oxlint-disable-next-line vitest/valid-expect -- the text calls the matcher
      return expect(value);
    },
    { any: (type: unknown) => expect.any(type) as unknown },
  );
  await run(createLocalPlatform, counted, state);
  return assertions;
};

const start = async (now: () => number = () => NEW_YEAR) => {
  const platform = createLocalPlatform({ clock: { now } });
  const server = await serve(platform, { control: { token: TOKEN } });
  onTestFinished(() => server.close());
  const control = async (path: string): Promise<string> =>
    (await fetch(`${server.origin}/_local${path}`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  return { platform, server, control };
};

it('the OpenAPI document of the control API is valid OpenAPI', async () => {
  const { control } = await start();
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'operation-4xx-response': 'error', 'no-server-example.com': 'off' },
  });
  const problems = await lintFromString({ source: await control('/openapi.json'), absoluteRef: '/control.openapi.json', config });

  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

it('the SDK code of every operation calls an existing method of a client', async () => {
  const { control } = await start();
  const { operations } = JSON.parse(await control('/operations')) as { operations: { name: string }[] };
  const platform = createPlatform({ apiKey: 'key', baseUrls: createLocalPlatform().baseUrls() });
  const missing: string[] = [];
  for (const { name } of operations) {
    const text = sdkOf(name, { input: {}, problems: [], unknown: [] });
    const [, factory = '', module = ''] = /import \{ (\w+) \} from '(@platform-sdk\/[\w-]+)'/.exec(text ?? '') ?? [];
    const [, path = ''] = /await \w+\.([\w.]+)\(/.exec(text ?? '') ?? [];
    const { [factory]: create } = module === '' ? {} : ((await import(module)) as Record<string, (platform: object) => object>);
    const found = path
      .split('.')
      .reduce<unknown>((object, part) => (object as Record<string, unknown> | undefined)?.[part], create?.(platform));
    if (typeof found !== 'function') missing.push(`${name}: ${text === undefined ? 'no text' : `${module} ${factory} ${path}`}`);
  }

  expect(operations.length).toBeGreaterThan(120);
  // Only the gateway's list of models lacks a method in a client.
  expect(missing).toEqual(['gateway.models: no text']);
});

it('the test that the control API generates from requests passes with the state before the first request', async () => {
  const { control, server, platform } = await start();
  const json = { 'api-key': platform.apiKey, 'content-type': 'application/json' };
  const { email: username, password } = platform.account;
  const signIn = await fetch(`${server.baseUrls.auth}/oauth/token`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username, password }),
  });
  const { data } = (await signIn.json()) as { data: { attributes: { accessToken: string } } };
  const headers = { ...json, authorization: `Bearer ${data.attributes.accessToken}` };
  const body = JSON.stringify({ data: { type: 'organization', attributes: { name: "It's ${a} `test`" } } });
  await (await fetch(`${server.baseUrls.organizations}/organizations`, { method: 'POST', headers, body })).text();
  await (await fetch(`${server.baseUrls.organizations}/organizations`, { headers })).text();
  const { text } = JSON.parse(await control('/test?from=2&to=3')) as { text: string };
  expect(text).toContain("readFile(new URL('./state-before-2.json', import.meta.url), 'utf8')");
  const assertions = await runCopied(text, 2, await control('/requests/2/snapshot'));
  expect(assertions).toBe(4);
});

it('the test that the control API generates sends the bytes of each request at its recorded time', async () => {
  let time = NEW_YEAR;
  const { control, server, platform } = await start(() => time++);
  const { email: username, password } = platform.account;
  const send = async (address: string, headers: Record<string, string> = {}, body?: BodyInit): Promise<string> => {
    const init = body === undefined ? {} : { method: 'POST', body };
    return (await fetch(address, { ...init, headers: { 'api-key': platform.apiKey, ...headers } })).text();
  };
  const body = JSON.stringify({ username, password });
  const session = await send(`${server.baseUrls.auth}/oauth/token`, { 'content-type': 'application/json' }, body);
  const { data } = JSON.parse(session) as { data: { attributes: { accessToken: string } } };
  const headers = { authorization: `Bearer ${data.attributes.accessToken}` };
  await send(`${server.baseUrls.memory}/health/live`);
  const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n\u00fc\r\n--b--';
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  await send(`${server.baseUrls.upload}/v1/upload`, { ...headers, ...type }, Uint8Array.from(Buffer.from(form, 'latin1')));
  platform.clock.advance(900_000);
  await send(`${server.baseUrls.organizations}/organizations`, headers);
  const { text } = JSON.parse(await control('/test?from=2&to=4')) as { text: string };

  expect(text).toMatch(/\.status\)\.toBe\(401\)/);
  await expect(runCopied(text, 2, await control('/requests/2/snapshot'))).resolves.toBe(6);
});

it('a request whose body was too long to record is copied with a placeholder for the body', async () => {
  const { control, server } = await start();
  await fetch(`${server.baseUrls.memory}/v1/users`, { method: 'POST', body: 'x'.repeat(300_000) }).then((response) => response.text());
  const { texts } = JSON.parse(await control('/requests/1')) as { texts: { curl: string } };
  const { text } = JSON.parse(await control('/test')) as { text: string };

  expect(texts.curl.split(' \\\n').at(-1)).toBe('  --data-binary @body');
  expect(text).toContain("body: '' /* It was too long to be kept: add it. */");
});
