/** Device names that systems reserve, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Returns a file name that is not reserved and not hidden, and that does not end with a dot. Other characters do not change. */
export const safeName = (name: string): string => name.replace(DEVICE, '$&-page').replaceAll(/^\.+|(?<!\.)\.+$/g, '');

/** Returns the first unused name, ignoring case, and adds it to `used`. */
export const freeName = (used: Set<string>, nameOf: (ending: string) => string): string => {
  let name = nameOf('');
  for (let count = 2; used.has(name.toLowerCase()); count++) name = nameOf(`-${count}`);
  used.add(name.toLowerCase());
  return name;
};
