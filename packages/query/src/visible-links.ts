/** Makes the links of all resources in a response enumerable, so that a cache compares them and a server can send them to a page. */
export const withVisibleLinks = <Value>(value: Value): Value => {
  if (value && typeof value === 'object') {
    // What links lead to stays as it is, as it may lead back.
    for (const part of Object.values(value)) withVisibleLinks(part);
    // Leaves the length of a list as it is, which cannot be changed.
    for (const name of Object.getOwnPropertyNames(value)) Reflect.defineProperty(value, name, { enumerable: true });
  }
  return value;
};
