/**
 * Returns the key of the method that `await using` calls. Safari lacks this symbol. A program may add it after its imports, and compilers
 * such as esbuild and Babel use this replacement.
 */
export const asyncDisposeKey = (): typeof Symbol.asyncDispose =>
  ((Symbol as { readonly asyncDispose?: symbol }).asyncDispose ?? Symbol.for('Symbol.asyncDispose')) as typeof Symbol.asyncDispose;
