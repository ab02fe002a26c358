/** Makes the links of all resources in a response enumerable, so that a cache compares them and a server can send them to a page. */
export const withVisibleLinks = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) {
    // Linked resources stay as they are, because they may lead back.
    for (const part of Object.values(value)) withVisibleLinks(part);
    // Returns false for the length of a list, which cannot change.
    for (const name of Reflect.ownKeys(value)) Reflect.defineProperty(value, name, { enumerable: true });
  }
  return value;
};
