/** Device names that systems reserve, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Returns a valid file name: not reserved, not hidden, and without a trailing dot or space. */
export const safeName = (name: string): string => name.replace(DEVICE, '$&-page').replaceAll(/^\.+|(?<!\.)\.+$/g, '');

/** Returns the first unused name, ignoring case, and adds it to `used`. */
export const freeName = (used: Set<string>, nameOf: (ending: string) => string): string => {
  let name = nameOf('');
  for (let count = 2; used.has(name.toLowerCase()); count++) name = nameOf(`-${count}`);
  used.add(name.toLowerCase());
  return name;
};
