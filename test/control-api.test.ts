import { createConfig, lintFromString } from '@redocly/openapi-core';
import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { createPlatform } from '@platform-sdk/core';
import { expect, it, describe, onTestFinished, vi } from 'vitest';
import type * as Texts from '../packages/local-platform/src/control/texts.ts';

const { sdkOf } = await vi.importActual<typeof Texts>('../packages/local-platform/src/control/texts.ts');

const TOKEN = 'token';

const start = async () => {
  const platform = createLocalPlatform({ clock: { now: () => Date.UTC(2026, 0, 1) } });
  const server = await serve(platform, { control: { token: TOKEN } });
  onTestFinished(() => server.close());
  const control = async (path: string): Promise<string> =>
    (await fetch(`${server.origin}/_local${path}`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  return { platform, server, control };
};

describe('the OpenAPI document of the control API', () => {
  it('satisfies a validator', async () => {
    const { control } = await start();
    const config = await createConfig({
      extends: ['recommended'],
      rules: { 'operation-4xx-response': 'error', 'no-server-example.com': 'off' },
    });
    const problems = await lintFromString({ source: await control('/openapi.json'), absoluteRef: '/control.openapi.json', config });

    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
  });
});

describe('a request that is copied', () => {
  it('as a call of the SDK names a method that the client has', async () => {
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
        .reduce<unknown>((place, part) => (place as Record<string, unknown> | undefined)?.[part], create?.(platform));
      if (typeof found !== 'function') missing.push(`${name}: ${text === undefined ? 'no text' : `${module} ${factory} ${path}`}`);
    }

    expect(operations.length).toBeGreaterThan(120);
    // Only the gateway's list of models has no method.
    expect(missing).toEqual(['gateway.models: no text']);
  });

  it('as a test passes against the state before it', async () => {
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
    const state = await control('/requests/2/snapshot');
    const [, code = ''] = /async \(\) => \{\n([\s\S]*)\n\}\);\n$/.exec(text) ?? [];

    expect(text).toContain("readFile(new URL('./state-before-2.json', import.meta.url), 'utf8')");
    const given = code.replace("await readFile(new URL('./state-before-2.json', import.meta.url), 'utf8')", 'state');
    // The text is what a user would paste, so it runs unchanged.
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
    expect(assertions).toBe(4);
  });
});
