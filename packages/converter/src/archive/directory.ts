import { fromCp437 } from './cp437.ts';
import { crc32 } from './crc32.ts';
import { archiveError, quoted } from './error.ts';

/** A file or folder, as the archive's directory describes it. */
export interface Listed {
  readonly name: string;
  readonly rawName: Uint8Array;
  readonly flags: number;
  /** 0: stored; 8: deflated. */
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Where its local header is. */
  readonly offset: number;
  /** Of Unix; 0 when it was packed elsewhere. */
  readonly mode: number;
}

/** An archive's directory. */
export interface Directory {
  readonly listed: readonly Listed[];
  /** Where the directory begins, and the files end. */
  readonly start: number;
  /** Bytes before the archive proper. */
  readonly shift: number;
}

const END = 0x06_05_4b_50;
const END_64 = 0x06_06_4b_50;
const LOCATOR_64 = 0x07_06_4b_50;
const HEADER = 0x02_01_4b_50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xff_ff;
const MANY = 0xff_ff;
const LARGE = 0xff_ff_ff_ff;
const UNIX = 3;
const MACOS = 19;

const damaged = (why: string): Error => archiveError('DAMAGED', `The archive is damaged: ${why}`);

const large = (view: DataView, at: number): number => {
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('a number is too large');
  return Number(value);
};

/** What an end record says. */
interface End {
  readonly entries: number;
  readonly size: number;
  readonly offset: number;
  /** Where what follows the directory begins. */
  readonly at: number;
}

const readEnd = (view: DataView, at: number): End => {
  if (view.getUint16(at + 4, true) % MANY || view.getUint16(at + 6, true) % MANY)
    throw archiveError('UNSUPPORTED', 'The archive is one of several parts');
  const entries = view.getUint16(at + 10, true);
  const size = view.getUint32(at + 12, true);
  const offset = view.getUint32(at + 16, true);
  const is64 = at >= 20 && view.getUint32(at - 20, true) === LOCATOR_64;
  if (!is64) {
    if (entries !== view.getUint16(at + 8, true)) throw archiveError('UNSUPPORTED', 'The archive is one of several parts');
    return { entries, size, offset, at };
  }
  if (view.getUint32(at - 4, true) > 1) throw archiveError('UNSUPPORTED', 'The archive is one of several parts');
  // Where it says, or right before its locator, when something stands before the archive.
  const said = large(view, at - 12);
  const place = [said, at - 20 - 56].find((each) => each >= 0 && each <= at - 20 - 56 && view.getUint32(each, true) === END_64);
  if (place === undefined) throw damaged('its long end record is missing');
  return {
    entries: entries === MANY ? large(view, place + 32) : entries,
    size: size === LARGE ? large(view, place + 40) : size,
    offset: offset === LARGE ? large(view, place + 48) : offset,
    at: place,
  };
};

/** The one end record that fits; a comment may look like another. */
const findEnd = (view: DataView): End & { readonly start: number } => {
  const length = view.byteLength;
  const found: (End & { readonly start: number })[] = [];
  /** The last one, when something stands behind the archive. */
  let inside: (End & { readonly start: number }) | undefined;
  let failure: Error | undefined;
  for (let at = length - END_BYTES; at >= Math.max(0, length - END_BYTES - LONGEST_COMMENT); at--) {
    if (view.getUint32(at, true) !== END) continue;
    const behind = length - at - END_BYTES - view.getUint16(at + 20, true);
    if (behind < 0) continue;
    try {
      const end = readEnd(view, at);
      const start = end.at - end.size;
      const isDirectory = end.entries === 0 ? end.size === 0 : start >= 0 && end.size >= 46 && view.getUint32(start, true) === HEADER;
      if (!isDirectory || start < end.offset) failure ??= damaged('its directory is not where its end says');
      else if (behind === 0) found.push({ ...end, start });
      else inside ??= { ...end, start };
    } catch (error) {
      failure ??= error as Error;
    }
  }
  const [end = inside, another] = found;
  if (another) throw damaged('it has two ends');
  if (end) return end;
  throw failure ?? archiveError('TRUNCATED', 'The archive has no end: it is cut off, or no ZIP archive at all');
};

/** Reads the extra fields of a header, by their ids. */
const extrasOf = (view: DataView, start: number, end: number): Map<number, DataView> => {
  const extras = new Map<number, DataView>();
  for (let at = start; at + 4 <= end;) {
    const length = view.getUint16(at + 2, true);
    // Some writers pad with what is no field.
    if (at + 4 + length > end) break;
    const id = view.getUint16(at, true);
    if (!extras.has(id)) extras.set(id, new DataView(view.buffer, view.byteOffset + at + 4, length));
    at += 4 + length;
  }
  return extras;
};

const nameOf = (raw: Uint8Array, flags: number, unicode: DataView | undefined): string => {
  try {
    const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    // Info-ZIP's: it counts only while it belongs to the plain name.
    if (unicode && unicode.byteLength > 5 && unicode.getUint8(0) === 1 && unicode.getUint32(1, true) === crc32(raw))
      return utf8.decode(new Uint8Array(unicode.buffer, unicode.byteOffset + 5, unicode.byteLength - 5));
    return flags & 0x08_00 ? utf8.decode(raw) : fromCp437(raw);
  } catch {
    throw archiveError('UNSAFE_NAME', 'A name in the archive is not the UTF-8 that it says it is');
  }
};

const readHeader = (bytes: Uint8Array, view: DataView, at: number, end: number): { readonly listed: Listed; readonly next: number } => {
  if (at + 46 > end || view.getUint32(at, true) !== HEADER) throw damaged('its directory breaks off');
  const flags = view.getUint16(at + 8, true);
  const nameEnd = at + 46 + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const next = extraEnd + view.getUint16(at + 32, true);
  if (next > end) throw damaged('its directory breaks off');
  const rawName = bytes.subarray(at + 46, nameEnd);
  const extras = extrasOf(view, nameEnd, extraEnd);
  const name = nameOf(rawName, flags, extras.get(0x70_75));

  const long = extras.get(1);
  let taken = 0;
  /** A number of 32 bits, or of 64 in the extra field when it does not fit. */
  const number = (place: number): number => {
    const value = view.getUint32(place, true);
    if (value !== LARGE || !long) return value;
    if (taken + 8 > long.byteLength) throw damaged(`${quoted(name)} lacks a size`);
    taken += 8;
    return large(long, taken - 8);
  };
  const size = number(at + 24);
  const packed = number(at + 20);
  const offset = number(at + 42);
  const part = view.getUint16(at + 34, true);
  if (part !== 0 && part !== MANY) throw archiveError('UNSUPPORTED', 'The archive is one of several parts');
  const host = view.getUint8(at + 5);
  const mode = host === UNIX || host === MACOS ? view.getUint16(at + 40, true) : 0;
  return {
    listed: { name, rawName, flags, method: view.getUint16(at + 10, true), crc: view.getUint32(at + 16, true), packed, size, offset, mode },
    next,
  };
};

/** Reads an archive's directory, and nothing else. */
export const readDirectory = (bytes: Uint8Array, maxEntries: number): Directory => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { entries, size, offset, start } = findEnd(view);
  if (entries > maxEntries)
    throw archiveError('LIMIT', `The archive has ${entries} entries; at most ${maxEntries} are taken`, 'maxEntries');
  const listed: Listed[] = [];
  const end = start + size;
  let at = start;
  for (let count = 0; count < entries; count++) {
    const read = readHeader(bytes, view, at, end);
    listed.push(read.listed);
    at = read.next;
  }
  if (at !== end) throw damaged('its directory is longer than it says');
  return { listed, start, shift: start - offset };
};
