import { archiveError, quoted } from './error.ts';

/** Device names of Windows, with any extension. */
export const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])[ .]*(?:\.|$)/i;
/** Control characters, and the special characters of Windows. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f<>:"|?*\\]/;
const MAX_NAME = 255;
const MAX_PATH = 1024;

const encoder = (): TextEncoder => new TextEncoder();

/** Returns true if a string has more than `most` bytes in UTF-8. */
const isLonger = (text: string, most: number): boolean =>
  text.length > most || (text.length * 3 > most && encoder().encode(text).length > most);

const whyUnsafe = (name: string): string | undefined => {
  if (name === '') return 'is empty';
  if (FORBIDDEN.test(name)) return 'has a forbidden character';
  if (isLonger(name, MAX_PATH)) return 'is too long';
  for (const part of name.replace(/\/$/, '').split('/')) {
    if (part === '' || part === '.' || part === '..') return 'leads elsewhere';
    if (part.endsWith('.') || part.endsWith(' ')) return 'has a part that ends with a dot or a space';
    if (RESERVED.test(part)) return 'has a part that is a device name';
    if (isLonger(part, MAX_NAME)) return 'has a part that is too long';
  }
  return undefined;
};

/** Returns the same string for names that differ only in case or Unicode composition. Some file systems treat such names as equal. */
const folded = (name: string): string =>
  /^[\u0020-\u007e]*$/.test(name) ? name.toLowerCase() : name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

/** Creates a check that rejects names that are unsafe or duplicate on any system. A folder may be listed twice. */
export const createNames = () => {
  /** The known names. The value is true for a folder. */
  const known = new Map<string, boolean>();
  const clash = (name: string): never => {
    throw archiveError('DUPLICATE_NAME', `The archive has ${quoted(name)} more than once`, name);
  };
  return {
    check(name: string): void {
      const why = whyUnsafe(name);
      if (why !== undefined) throw archiveError('UNSAFE_NAME', `The name ${quoted(name)} in the archive ${why}`, name);
      const isFolder = name.endsWith('/');
      const own = folded(isFolder ? name.slice(0, -1) : name);
      for (let slash = own.lastIndexOf('/'); slash >= 0; slash = own.lastIndexOf('/', slash - 1)) {
        const above = own.slice(0, slash);
        const isKnownFolder = known.get(above);
        if (isKnownFolder === false) clash(name);
        // The folders above a known folder are known too.
        if (isKnownFolder) break;
        known.set(above, true);
      }
      if (known.has(own) && !(isFolder && known.get(own) === true)) clash(name);
      known.set(own, isFolder);
    },
  };
};
