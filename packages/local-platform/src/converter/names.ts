/** Systems that keep names for devices keep them with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** A name that no system takes for a device, and none for hidden or ended early. */
export const safeName = (name: string): string => name.replace(DEVICE, '$&-page').replaceAll(/^\.+|(?<!\.)\.+$/g, '');

/** The first of these names that is free, also where case does not count; `used` remembers it. */
export const freeName = (used: Set<string>, nameOf: (ending: string) => string): string => {
  let name = nameOf('');
  for (let count = 2; used.has(name.toLowerCase()); count++) name = nameOf(`-${count}`);
  used.add(name.toLowerCase());
  return name;
};
