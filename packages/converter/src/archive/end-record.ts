import { archiveError } from './error.ts';

/** The end record of an archive. */
export interface End {
  readonly entries: number;
  /** The size of the directory, in bytes. */
  readonly size: number;
  /** The declared start of the directory. `start` is the actual start. */
  readonly offset: number;
  readonly start: number;
}

const END = 0x06_05_4b_50;
const END_64 = 0x06_06_4b_50;
const LOCATOR_64 = 0x07_06_4b_50;
export const HEADER = 0x02_01_4b_50;
const END_BYTES = 22;
const MAX_COMMENT = 0xff_ff;
const MANY = 0xff_ff;
export const LARGE = 0xff_ff_ff_ff;

export const damaged = (why: string): Error => archiveError('DAMAGED', `The archive is damaged: ${why}`);

const inParts = (): Error => archiveError('UNSUPPORTED', 'The archive is split into several parts, which is not supported');

/** Reads a 64-bit number. */
export const large = (view: DataView, at: number): number => {
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('a number is too large');
  return Number(value);
};

/** Reads the end record at a position, and the 64-bit end record before it. */
const readEnd = (view: DataView, at: number): End => {
  if (view.getUint16(at + 4, true) % MANY || view.getUint16(at + 6, true) % MANY) throw inParts();
  const entries = view.getUint16(at + 10, true);
  const size = view.getUint32(at + 12, true);
  const offset = view.getUint32(at + 16, true);
  const is64 = at >= 20 && view.getUint32(at - 20, true) === LOCATOR_64;
  if (!is64) {
    if (entries !== view.getUint16(at + 8, true)) throw inParts();
    return { entries, size, offset, start: at - size };
  }
  if (view.getUint32(at - 4, true) > 1) throw inParts();
  // The 64-bit record is at its declared position, or directly before its locator if other bytes precede the archive.
  const last = at - 20 - 56;
  const place = [large(view, at - 12), last].find((each) => each >= 0 && each <= last && view.getUint32(each, true) === END_64);
  if (place === undefined) throw damaged('its long end record is missing');
  const length = size === LARGE ? large(view, place + 40) : size;
  return {
    entries: entries === MANY ? large(view, place + 32) : entries,
    size: length,
    offset: offset === LARGE ? large(view, place + 48) : offset,
    start: place - length,
  };
};

/** Finds the valid end record. A comment may contain an apparent end record. */
export const findEnd = (view: DataView): End => {
  const length = view.byteLength;
  const found: End[] = [];
  /** The last end record that other bytes follow. */
  let inside: End | undefined;
  let failure: Error | undefined;
  for (let at = length - END_BYTES; at >= Math.max(0, length - END_BYTES - MAX_COMMENT); at--) {
    if (view.getUint32(at, true) !== END) continue;
    const behind = length - at - END_BYTES - view.getUint16(at + 20, true);
    if (behind < 0) continue;
    try {
      const end = readEnd(view, at);
      const { entries, size, offset, start } = end;
      const isDirectory = entries === 0 ? size === 0 : start >= 0 && size >= 46 && view.getUint32(start, true) === HEADER;
      if (!isDirectory || start < offset) throw damaged('its directory is not at the position in its end record');
      if (behind > 0) inside ??= end;
      else found.push(end);
    } catch (error) {
      failure ??= error as Error;
    }
  }
  const [end = inside, another] = found;
  if (another) throw damaged('it has two end records');
  if (end) return end;
  throw failure ?? archiveError('TRUNCATED', 'The archive has no end record: it is truncated, or not a ZIP archive');
};
