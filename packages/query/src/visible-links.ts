/** Makes the links of all resources in a response enumerable, so that a cache compares them and a server can send them to a page. */
export const withVisibleLinks = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) {
    // Linked resources are not changed, because links may be circular.
    for (const part of Object.values(value)) withVisibleLinks(part);
    // For the length of an array, `defineProperty` returns false and changes nothing.
    for (const name of Reflect.ownKeys(value)) Reflect.defineProperty(value, name, { enumerable: true });
  }
  return value;
};
