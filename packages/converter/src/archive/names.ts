import { archiveError, quoted } from './error.ts';

/** Names that Windows takes for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])[ .]*(?:\.|$)/i;
/** Control characters, and what Windows takes for something else than part of a name. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f<>:"|?*\\]/;
const LONGEST_NAME = 255;
const LONGEST_PATH = 1024;

const encoder = new TextEncoder();
const lengthOf = (text: string): number => encoder.encode(text).length;

const whyUnsafe = (name: string): string | undefined => {
  if (name === '') return 'is empty';
  if (FORBIDDEN.test(name)) return 'has a character that names must not have';
  if (lengthOf(name) > LONGEST_PATH) return 'is too long';
  for (const part of name.replace(/\/$/, '').split('/')) {
    if (part === '' || part === '.' || part === '..') return 'leads elsewhere';
    if (/[. ]$/.test(part)) return 'has a part that ends with a dot or a space';
    if (RESERVED.test(part)) return 'has a part that is a device';
    if (lengthOf(part) > LONGEST_NAME) return 'has a part that is too long';
  }
  return undefined;
};

/** Some file systems know neither case nor how a character is composed. */
const folded = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

/** Refuses names that are unsafe on any system, and names that some system takes for one. */
export const checkNames = (names: readonly string[]): void => {
  /** Whether each name that is known is a folder. */
  const known = new Map<string, boolean>();
  const clash = (name: string): never => {
    throw archiveError('DUPLICATE_NAME', `The archive has ${quoted(name)} more than once`, name);
  };
  for (const name of names) {
    const why = whyUnsafe(name);
    if (why !== undefined) throw archiveError('UNSAFE_NAME', `The name ${quoted(name)} in the archive ${why}`, name);
    const isFolder = name.endsWith('/');
    const own = folded(isFolder ? name.slice(0, -1) : name);
    for (let slash = own.indexOf('/'); slash >= 0; slash = own.indexOf('/', slash + 1)) {
      const above = own.slice(0, slash);
      if (known.get(above) === false) clash(name);
      known.set(above, true);
    }
    // A folder may be named after what is in it.
    if (known.has(own) && !(isFolder && known.get(own) === true)) clash(name);
    known.set(own, isFolder);
  }
};
