/** Makes the links of all resources in a response enumerable, so that a cache compares them and a server can send them to a page. */
export const withVisibleLinks = <Value>(value: Value): Value => {
  if (value && typeof value === 'object') {
    // What links lead to stays as it is, as it may lead back.
    for (const part of Object.values(value)) withVisibleLinks(part);
    for (const name of Object.getOwnPropertyNames(value))
      if (!Array.isArray(value)) Object.defineProperty(value, name, { enumerable: true });
  }
  return value;
};
