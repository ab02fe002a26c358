import type { Options } from 'tsup';

type TsupPlugin = NonNullable<Options['plugins']>[number];

/** Matches a class that esbuild has renamed, because its body contains its own name. */
const RENAMED = /\b(?:var|let|const) (\w+) = class _\1\b/g;

/** Returns the code with the names of the sources in its classes. Node prints `_PlatformError` for an error of a renamed class. */
export const withClassNames = (code: string): string =>
  [...code.matchAll(RENAMED)].reduce((named, [, name = '']) => named.replaceAll(new RegExp(String.raw`\b_${name}\b`, 'g'), name), code);

export const classNames: TsupPlugin = { name: 'class-names', renderChunk: (code) => ({ code: withClassNames(code) }) };
