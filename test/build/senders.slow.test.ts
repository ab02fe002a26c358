import { join } from 'node:path';
import { build, type Platform } from 'esbuild';
import { expect, it } from 'vitest';
import { root } from '@platform-sdk/build/workspace';

/** Returns the names of the senders that a bundler includes for a platform and conditions. */
const senderOf = async (platform: Platform, conditions: readonly string[]): Promise<string> => {
  const { metafile } = await build({
    stdin: { contents: "export * from '@platform-sdk/core';", resolveDir: join(root, 'test') },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform,
    conditions: ['@platform-sdk/source', ...conditions],
    logLevel: 'error',
  });
  const senders = Object.keys(metafile.inputs).flatMap((file) => /\/senders\/(\w+)\.ts$/.exec(file)?.[1] ?? []);
  return senders.toSorted().join();
};

it.each<readonly [string, Platform, readonly string[], string]>([
  ['Node (esbuild, webpack and Vite for servers)', 'node', [], 'ky,node'],
  ['browsers', 'browser', [], 'fetch'],
  ['Vite for browsers', 'browser', ['module', 'development'], 'fetch'],
  ['no platform', 'neutral', [], 'ky'],
  ['Bun, which sets node too', 'neutral', ['bun', 'node'], 'ky'],
  ['Deno, which sets node too', 'neutral', ['deno', 'node'], 'ky'],
  ['Workers, which set browser too', 'neutral', ['workerd', 'worker', 'browser'], 'ky'],
  ['Workers with nodejs_compat', 'neutral', ['workerd', 'worker', 'browser', 'node'], 'ky'],
  ['edge runtimes', 'neutral', ['edge-light', 'worker', 'node'], 'fetch'],
  ['React Native', 'neutral', ['react-native'], 'ky'],
  ['Electron', 'node', ['electron'], 'ky,node'],
])('a bundle for %s contains the matching sender', async (_, platform, conditions, sender) => {
  await expect(senderOf(platform, conditions)).resolves.toBe(sender);
});
