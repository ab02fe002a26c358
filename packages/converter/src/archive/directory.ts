import { crc32 } from '#inflate';
import { fromCp437 } from './cp437.ts';
import { damaged, findEnd, HEADER, LARGE, large } from './end-record.ts';
import { archiveError, quoted } from './error.ts';

/** A file or folder, as the archive's directory describes it. */
export interface Listed {
  readonly name: string;
  readonly flags: number;
  /** The compression method. 0: stored; 8: deflated. */
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** The position of the file's header. */
  readonly header: number;
  /** The position of the name in the directory. */
  readonly nameAt: number;
  readonly nameLength: number;
  /** The Unix mode; 0 if the file was packed on another system. */
  readonly mode: number;
}

/** An archive's directory. */
export interface Directory {
  readonly entries: number;
  /** The start of the directory, where the files end. */
  readonly start: number;
  /** Reads the directory entry by entry. */
  list(): Generator<Listed, void>;
}

const HEADER_BYTES = 46;
const MANY = 0xff_ff;
const UNIX = 3;
const MACOS = 19;
const LONG_NUMBERS = 1;
const UNICODE_NAME = 0x70_75;

/** Finds an extra field between two positions by its id. Returns the position and the length of its content. */
const extraOf = (
  view: DataView,
  start: number,
  end: number,
  wanted: number,
): { readonly at: number; readonly length: number } | undefined => {
  for (let at = start; at + 4 <= end;) {
    const length = view.getUint16(at + 2, true);
    // Some programs add padding that is not a valid field.
    if (at + 4 + length > end) return undefined;
    if (view.getUint16(at, true) === wanted) return { at: at + 4, length };
    at += 4 + length;
  }
  return undefined;
};

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

/** Returns the name of Info-ZIP's Unicode field, if the checksum of the plain name matches. */
const unicodeNameOf = (bytes: Uint8Array, view: DataView, raw: Uint8Array, extras: number, end: number): string | undefined => {
  const field = extraOf(view, extras, end, UNICODE_NAME);
  if (!field || field.length < 6 || bytes[field.at] !== 1 || view.getUint32(field.at + 1, true) !== crc32(raw)) return undefined;
  try {
    return decode(bytes.subarray(field.at + 5, field.at + field.length));
  } catch {
    return undefined;
  }
};

/**
 * Decodes a name as UTF-8, or else as code page 437. Many programs, such as zip without a locale, write UTF-8 without declaring it. Names
 * in code page 437 are almost never valid UTF-8.
 */
const plainNameOf = (raw: Uint8Array, isDeclared: boolean): string => {
  try {
    return decode(raw);
  } catch (error) {
    if (isDeclared) throw error;
    return fromCp437(raw);
  }
};

/**
 * Reads a name and its extra fields. Backslashes become slashes, because Windows uses them for folders. A `./` at the start
 * is removed, because `tar` of macOS and Windows writes it before every name.
 */
export const readName = (bytes: Uint8Array, view: DataView, at: number, length: number, extrasEnd: number, flags: number): string => {
  const raw = bytes.subarray(at, at + length);
  try {
    const name = unicodeNameOf(bytes, view, raw, at + length, extrasEnd) ?? plainNameOf(raw, (flags & 0x08_00) !== 0);
    return name.replaceAll('\\', '/').replace(/^(?:\.\/)+(?!\/|$)/, '');
  } catch {
    throw archiveError('UNSAFE_NAME', 'A name in the archive is declared as UTF-8 but is not valid UTF-8');
  }
};

/** Finds an archive's directory. */
export const readDirectory = (bytes: Uint8Array, view: DataView): Directory => {
  const { entries, size, offset, start } = findEnd(view);
  const end = start + size;
  if (entries > size / HEADER_BYTES) throw damaged('its directory breaks off');
  let next = start;

  const readEntry = (at: number): Listed => {
    if (at + HEADER_BYTES > end || view.getUint32(at, true) !== HEADER) throw damaged('its directory breaks off');
    const flags = view.getUint16(at + 8, true);
    const nameAt = at + HEADER_BYTES;
    const nameLength = view.getUint16(at + 28, true);
    const extras = nameAt + nameLength;
    const extrasEnd = extras + view.getUint16(at + 30, true);
    next = extrasEnd + view.getUint16(at + 32, true);
    if (next > end) throw damaged('its directory breaks off');
    const part = view.getUint16(at + 34, true);
    if (part !== 0 && part !== MANY) throw archiveError('UNSUPPORTED', 'The archive is split into several parts, which is not supported');
    const name = readName(bytes, view, nameAt, nameLength, extrasEnd, flags);

    let long: { at: number; length: number } | undefined;
    /** Reads a 32-bit number, or a larger 64-bit number from the extra field. */
    const number = (place: number): number => {
      const value = view.getUint32(place, true);
      if (value !== LARGE) return value;
      const field = (long ??= extraOf(view, extras, extrasEnd, LONG_NUMBERS));
      if (!field) return value;
      if (field.length < 8) throw damaged(`${quoted(name)} lacks a size`);
      long = { at: field.at + 8, length: field.length - 8 };
      return large(view, field.at);
    };
    const unpacked = number(at + 24);
    const packed = number(at + 20);
    const header = number(at + 42) + start - offset;
    const host = bytes[at + 5];
    const mode = host === UNIX || host === MACOS ? view.getUint16(at + 40, true) : 0;
    const method = view.getUint16(at + 10, true);
    return { name, flags, method, crc: view.getUint32(at + 16, true), packed, size: unpacked, header, nameAt, nameLength, mode };
  };

  return {
    entries,
    start,
    *list() {
      for (let count = 0; count < entries; count++) yield readEntry(next);
      if (next !== end) throw damaged('its directory is longer than its declared size');
    },
  };
};
