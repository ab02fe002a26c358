/** Systems reserve device names with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Returns a name that is no device name, not hidden, and without a trailing dot or space. */
export const safeName = (name: string): string => name.replace(DEVICE, '$&-page').replaceAll(/^\.+|(?<!\.)\.+$/g, '');

/** Returns the first free name, also where case does not count, and adds it to `used`. */
export const freeName = (used: Set<string>, nameOf: (ending: string) => string): string => {
  let name = nameOf('');
  for (let count = 2; used.has(name.toLowerCase()); count++) name = nameOf(`-${count}`);
  used.add(name.toLowerCase());
  return name;
};
