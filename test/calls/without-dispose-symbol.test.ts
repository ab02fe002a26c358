import { globSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { createPlatform } from '@platform-sdk/core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from '@platform-sdk/build/workspace';

/** A program that creates each object that a page can use with `await using`. */
const PROGRAM = `
  import { createPlatform } from '@platform-sdk/core';
  import { fromResponse } from '@platform-sdk/core/relay';
  import { createConverterClient } from '@platform-sdk/converter';
  import { createGatewayClient } from '@platform-sdk/gateway';
  import { createSettingsStore } from '@platform-sdk/settings';
  const baseUrls = { converter: 'https://converter.test', gateway: 'https://gateway.test' };
  const platform = () => createPlatform({ baseUrls, apiKey: 'app-1', tokens: { gateway: 'key' } });
  const made = {
    platform,
    'a stream': () => createGatewayClient(platform()).chatStream({ model: 'auto', messages: [{ role: 'user', content: 'Hello' }] }),
    'a relayed stream': () => fromResponse(new Response('data: [DONE]')),
    'a job': () => createConverterClient(platform()).crawl({ url: 'https://example.com/' }),
    'settings': () => createSettingsStore(platform()),
  };
  export const use = async (name) => {
    await using value = made[name]();
    return Object.getOwnPropertyNames(value).includes('undefined');
  };`;

interface Built {
  readonly use: (name: string) => Promise<boolean>;
}

it('sources use `asyncDisposeKey()` instead of `Symbol.asyncDispose`, which Safari lacks', () => {
  const named = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
    /\[Symbol\.asyncDispose\](?::|\(\) \{)/.test(readFileSync(`${root}/${file}`, 'utf8')),
  );
  expect(named).toEqual([]);
});

describe('a compiled program with `await using` in a runtime without its symbol, as in Safari,', () => {
  let program: Built;
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: PROGRAM, resolveDir: `${root}/test`, loader: 'js' },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      conditions: ['@platform-sdk/source', 'module', 'browser'],
      // Replaces the symbol in the packages. The helper code of the compiler reads the symbol by name, and is changed below.
      define: { 'Symbol.asyncDispose': 'undefined' },
      write: false,
    });
    const text = outputFiles[0]?.text ?? '';
    const ofSafari = text.replace('symbol = Symbol[name]', 'symbol = undefined');
    if (ofSafari === text) throw new Error('The code of the compiler has changed');
    program = (await import(`data:text/javascript,${encodeURIComponent(ofSafari)}`)) as Built;
  });

  it.each(['platform', 'a stream', 'a relayed stream', 'a job', 'settings'])(
    'a program with `await using` disposes of %s in a runtime without `Symbol.asyncDispose`',
    async (name) => {
      await expect(program.use(name)).resolves.toBe(false);
    },
  );
});

it('a platform uses `Symbol.asyncDispose` although the program defines it after its imports', () => {
  const added = Symbol('Symbol.asyncDispose');
  // The symbol of Node cannot be replaced.
  vi.stubGlobal('Symbol', Object.create(Symbol, { asyncDispose: { value: added } }));
  expect(Object.getOwnPropertySymbols(createPlatform())).toEqual([added]);
});
