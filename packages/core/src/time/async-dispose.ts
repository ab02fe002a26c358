/** The method that `await using` calls. Safari has no such symbol, and compilers use this one there. */
export const asyncDispose: typeof Symbol.asyncDispose = ((Symbol as { readonly asyncDispose?: symbol }).asyncDispose ??
  Symbol.for('Symbol.asyncDispose')) as typeof Symbol.asyncDispose;
