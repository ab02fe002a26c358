/** The names of Windows' devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;
/** The most that file systems take, in bytes of UTF-8. */
const MAX_BYTES = 255;

const lengthOf = (text: string): number => new TextEncoder().encode(text).length;

/** Makes a name safe to join to a folder, on any system; empty where nothing is left of it. */
export const safeFileName = (name: string): string => {
  // No folders, nothing that a file system rejects or that hides the extension.
  const plain = name.trim().replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*/\\]|^\.+/gu, '_');
  // Windows drops dots and spaces at the end.
  return shorten(DEVICE.test(plain) ? `_${plain}` : plain).replace(/(?<![. ])[. ]+$/, '');
};

/** Cuts a name that is too long between two characters, and keeps its extension. */
const shorten = (name: string): string => {
  if (lengthOf(name) <= MAX_BYTES) return name;
  const [extension = ''] = /(?:\.tar)?\.[^.]{1,16}$/u.exec(name) ?? [];
  let left = MAX_BYTES - lengthOf(extension);
  let stem = '';
  for (const character of name) {
    if ((left -= lengthOf(character)) < 0) break;
    stem += character;
  }
  return stem + extension;
};
