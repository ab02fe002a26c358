import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The only module with `import.meta`. Its import uses a name that bundlers do not follow. */
const ADDRESSES = 'packages/local-platform/src/package-files/addresses.ts';

// Compilers to CommonJS, such as those of Jest and Bun, do not replace `import.meta`. The whole bundle is then a syntax error.
const sources = globSync('packages/!(test-helpers)/src/**/*.{ts,tsx}').map(
  (file) => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')] as const,
);

it('only the module addresses.ts of the local platform contains import.meta', () => {
  expect(sources.length).toBeGreaterThan(500);
  const code = sources.filter(([, text]) => /(?<!['"`].*)\bimport\.meta\b/.test(text.replaceAll(/`(?:[^`\\]|\\.)*`/gs, '``')));
  expect(code.map(([file]) => file)).toEqual([ADDRESSES]);
});

it('no source imports the module with import.meta by its literal name', () => {
  const imports = sources.filter(([, text]) =>
    /^import (?!type\b)[^;]*\/package-files\/addresses\.ts'|import\(['"][^'"]*(?:\/package-files\/addresses|local-platform-files)/m.test(
      text,
    ),
  );
  expect(imports.map(([file]) => file)).toEqual([]);
});
