/** Marks the errors of the SDK, also those of another copy of the package. */
export const brand: unique symbol = Symbol.for('@platform-sdk/error');
