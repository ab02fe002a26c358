/**
 * Returns the key of the method that `await using` calls. Safari has no such symbol. A program may add it after its imports, and compilers
 * such as esbuild and Babel use this one in its place.
 */
export const asyncDisposeKey = (): typeof Symbol.asyncDispose =>
  ((Symbol as { readonly asyncDispose?: symbol }).asyncDispose ?? Symbol.for('Symbol.asyncDispose')) as typeof Symbol.asyncDispose;
