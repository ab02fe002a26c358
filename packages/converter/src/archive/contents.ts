import { readDirectory, type Listed } from './directory.ts';
import { archiveError, quoted } from './error.ts';
import { checkNames } from './names.ts';
import type { ArchiveLimits } from './types.ts';

/** A file that passed every check that needs no unpacking. */
export interface PackedFile extends Listed {
  /** Its packed bytes. */
  readonly content: Uint8Array;
}

/** What an archive holds. */
export interface Contents {
  readonly files: readonly PackedFile[];
  /** With slashes at their ends. */
  readonly folders: readonly string[];
}

const MIB = 1024 * 1024;
const LOCAL = 0x04_03_4b_50;
const LOCAL_BYTES = 30;
const LARGE = 0xff_ff_ff_ff;
/** A small file may pack as well as it can. */
const RATIO_FROM = 64 * 1024;
const FILE_TYPE = 0xf0_00;
const FILE = 0x80_00;
const FOLDER = 0x40_00;

const checkKind = ({ name, flags, method, mode, packed, size }: Listed): void => {
  // Also of the whole directory, and with strong encryption.
  if (flags & 0x20_41) throw archiveError('ENCRYPTED', `${quoted(name)} in the archive is encrypted`, name);
  if (method !== 0 && method !== 8)
    throw archiveError('UNSUPPORTED', `${quoted(name)} in the archive is packed in a way that is not read`, name);
  const type = mode & FILE_TYPE;
  if (type !== 0 && type !== (name.endsWith('/') ? FOLDER : FILE))
    throw archiveError('NOT_A_FILE', `${quoted(name)} in the archive is a link or a device`, name);
  if (method === 0 && packed !== size) throw archiveError('WRONG_SIZE', `${quoted(name)} in the archive has two sizes`, name);
  if (name.endsWith('/') && size > 0) throw archiveError('DAMAGED', `The folder ${quoted(name)} in the archive has a content`, name);
};

const checkLimits = (listed: readonly Listed[], limits: ArchiveLimits): void => {
  const { maxTotalBytes = 1024 * MIB, maxEntryBytes = 256 * MIB, maxRatio = 200 } = limits;
  let total = 0;
  for (const { name, size, packed } of listed) {
    total += size;
    if (size > maxEntryBytes)
      throw archiveError('LIMIT', `${quoted(name)} has ${size} bytes; at most ${maxEntryBytes} are unpacked`, 'maxEntryBytes');
    if (size > RATIO_FROM && size > packed * maxRatio)
      throw archiveError('LIMIT', `${quoted(name)} is packed more than ${maxRatio} times`, 'maxRatio');
    if (total > maxTotalBytes) throw archiveError('LIMIT', `The archive has more than ${maxTotalBytes} bytes`, 'maxTotalBytes');
  }
};

/** A file's packed bytes, once its own header agrees with the directory. */
const locate = (bytes: Uint8Array, listed: Listed, shift: number, end: number): { readonly from: number; readonly content: Uint8Array } => {
  const { name, rawName, flags, method, crc, packed, size } = listed;
  const from = listed.offset + shift;
  const broken = (): Error => archiveError('DAMAGED', `${quoted(name)} is not where the archive's directory says`, name);
  if (from + LOCAL_BYTES > end) throw broken();
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, LOCAL_BYTES);
  const start = from + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  if (view.getUint32(0, true) !== LOCAL || start + packed > end) throw broken();
  const ownName = bytes.subarray(from + LOCAL_BYTES, from + LOCAL_BYTES + view.getUint16(26, true));
  if (ownName.length !== rawName.length || ownName.some((byte, index) => byte !== rawName[index]))
    throw archiveError('DAMAGED', `${quoted(name)} has another name in its own header`, name);
  const ownFlags = view.getUint16(6, true);
  if (((ownFlags ^ flags) & 0x20_49) !== 0 || view.getUint16(8, true) !== method)
    throw archiveError('DAMAGED', `${quoted(name)} has another form in its own header`, name);
  // Without bit 3 the numbers are here, not behind the content; the long ones are in an extra field.
  const differs = (place: number, wanted: number): boolean => ![wanted, LARGE].includes(view.getUint32(place, true));
  if (!(flags & 8)) {
    if (view.getUint32(14, true) !== crc) throw archiveError('WRONG_CRC', `${quoted(name)} has two checksums`, name);
    if (differs(18, packed) || differs(22, size)) throw archiveError('WRONG_SIZE', `${quoted(name)} has two sizes`, name);
  }
  return { from, content: bytes.subarray(start, start + packed) };
};

/** Lists an archive, once everything about it that needs no unpacking is known to be harmless. */
export const readContents = (bytes: Uint8Array, limits: ArchiveLimits): Contents => {
  const { listed, start, shift } = readDirectory(bytes, limits.maxEntries ?? 100_000);
  checkNames(listed.map(({ name }) => name));
  for (const each of listed) checkKind(each);
  checkLimits(listed, limits);

  const located = listed.map((each) => ({ each, ...locate(bytes, each, shift, start) }));
  let taken = 0;
  for (const { each, from, content } of located.toSorted((one, other) => one.from - other.from)) {
    if (from < taken) throw archiveError('OVERLAPPING', `${quoted(each.name)} shares bytes with another file of the archive`, each.name);
    taken = content.byteOffset - bytes.byteOffset + content.length;
  }
  return {
    files: located.flatMap(({ each, content }) => (each.name.endsWith('/') ? [] : [{ ...each, content }])),
    folders: listed.flatMap(({ name }) => (name.endsWith('/') ? [name] : [])),
  };
};
