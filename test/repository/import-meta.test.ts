import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The only module with `import.meta`. It is loaded by a name that no tool follows. */
const ADDRESSES = 'packages/local-platform/src/package-files/addresses.ts';

// Compilers to CommonJS, such as Jest's and Bun's, keep `import.meta`, which makes the whole bundle a syntax error.
describe('import.meta', () => {
  const sources = globSync('packages/!(test-helpers)/src/**/*.{ts,tsx}').map(
    (file) => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')] as const,
  );

  it('import.meta is absent from modules that tools compile to CommonJS', () => {
    expect(sources.length).toBeGreaterThan(500);
    const code = sources.filter(([, text]) => /(?<!['"`].*)\bimport\.meta\b/.test(text.replaceAll(/`(?:[^`\\]|\\.)*`/gs, '``')));
    expect(code.map(([file]) => file)).toEqual([ADDRESSES]);
  });

  it('import.meta is in a module that nothing imports by its literal name', () => {
    const imports = sources.filter(([, text]) =>
      /^import (?!type\b)[^;]*\/package-files\/addresses\.ts'|import\(['"][^'"]*(?:\/package-files\/addresses|local-platform-files)/m.test(
        text,
      ),
    );
    expect(imports.map(([file]) => file)).toEqual([]);
  });
});
