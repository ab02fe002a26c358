import { readDirectory, readName, type Listed } from './directory.ts';
import { LARGE } from './end-record.ts';
import { archiveError, quoted } from './error.ts';
import { createNames } from './names.ts';
import type { ArchiveLimits } from './types.ts';

/** A packed file whose entry has passed all checks. */
export interface PackedFile {
  readonly name: string;
  readonly isStored: boolean;
  readonly crc: number;
  readonly size: number;
  /** The position of the first packed byte; `to` is the position after the last packed byte. */
  readonly from: number;
  readonly to: number;
}

/** The contents of an archive. */
export interface Contents {
  /** The bytes of the archive. */
  readonly archive: Uint8Array;
  readonly files: readonly PackedFile[];
  /** The names of folders, each with a trailing slash. */
  readonly folders: readonly string[];
}

const MIB = 1024 * 1024;
const LOCAL = 0x04_03_4b_50;
const LOCAL_BYTES = 30;
/** The unpacked size, in bytes, up to which every ratio is allowed. */
const RATIO_FROM = 10 * MIB;
const FILE_TYPE = 0xf0_00;
const FILE = 0x80_00;
const FOLDER = 0x40_00;

const checkKind = ({ name, flags, method, mode, packed, size }: Listed): void => {
  // The bits mark encrypted files, strong encryption and an encrypted directory.
  if (flags & 0x20_41) throw archiveError('ENCRYPTED', `${quoted(name)} in the archive is encrypted`, name);
  if (method !== 0 && method !== 8)
    throw archiveError('UNSUPPORTED', `${quoted(name)} in the archive is packed by the unsupported method ${method}`, name);
  const type = mode & FILE_TYPE;
  if (type !== 0 && type !== (name.endsWith('/') ? FOLDER : FILE))
    throw archiveError('NOT_A_FILE', `${quoted(name)} in the archive is a link or a device`, name);
  if (method === 0 && packed !== size) throw archiveError('WRONG_SIZE', `${quoted(name)} in the archive has two sizes`, name);
  if (name.endsWith('/') && size > 0) throw archiveError('DAMAGED', `The folder ${quoted(name)} in the archive has contents`, name);
};

/** Creates a check of sizes and ratios. The check is called for each file, and also limits the total size. */
const createSizes = ({ maxTotalBytes = 1024 * MIB, maxEntryBytes = 256 * MIB, maxRatio = 200 }: ArchiveLimits) => {
  let total = 0;
  let totalPacked = 0;
  const checkRatio = (what: string, size: number, packed: number): void => {
    if (size > RATIO_FROM && size > packed * maxRatio)
      throw archiveError('LIMIT', `${what} unpacks to more than ${maxRatio} times its size; raise maxRatio to unpack it`, 'maxRatio');
  };
  return {
    check({ name, size, packed }: Listed): void {
      total += size;
      totalPacked += packed;
      const what = quoted(name);
      if (size > maxEntryBytes)
        throw archiveError('LIMIT', `${what} has ${size} bytes; raise maxEntryBytes (${maxEntryBytes}) to unpack it`, 'maxEntryBytes');
      checkRatio(what, size, packed);
      if (total > maxTotalBytes)
        throw archiveError(
          'LIMIT',
          `The archive unpacks to more than ${maxTotalBytes} bytes; raise maxTotalBytes to unpack it`,
          'maxTotalBytes',
        );
    },
    checkTotal: () => checkRatio('The archive', total, totalPacked),
  };
};

/** Returns a file with the position of its packed bytes. Throws if the file's header differs from the directory. */
const locate = (bytes: Uint8Array, view: DataView, listed: Listed, end: number): PackedFile => {
  const { name, nameAt, nameLength, flags, method, crc, packed, size, header } = listed;
  const broken = (what: string): Error => archiveError('DAMAGED', `${quoted(name)} ${what}`, name);
  if (header + LOCAL_BYTES > end || view.getUint32(header, true) !== LOCAL)
    throw broken('is not at its position in the directory of the archive');
  const ownAt = header + LOCAL_BYTES;
  const ownLength = view.getUint16(header + 26, true);
  const from = ownAt + ownLength + view.getUint16(header + 28, true);
  if (from + packed > end) throw broken('is not at its position in the directory of the archive');
  const ownFlags = view.getUint16(header + 6, true);
  let same = ownLength === nameLength;
  for (let index = 0; same && index < nameLength; index++) same = bytes[ownAt + index] === bytes[nameAt + index];
  // Some programs write the name in Unicode only in the header, or only in the directory.
  if (!same && readName(bytes, view, ownAt, ownLength, from, ownFlags) !== name) throw broken('has a different name in its header');
  if (((ownFlags ^ flags) & 0x20_49) !== 0 || view.getUint16(header + 8, true) !== method)
    throw broken('has a different method or other flags in its header');
  // Without bit 3, the file's header repeats the numbers of the directory, except numbers of more than 32 bits.
  const differs = (place: number, wanted: number): boolean => ![wanted, LARGE].includes(view.getUint32(header + place, true));
  if (!(flags & 8)) {
    if (view.getUint32(header + 14, true) !== crc) throw archiveError('WRONG_CRC', `${quoted(name)} has two checksums`, name);
    if (differs(18, packed) || differs(22, size)) throw archiveError('WRONG_SIZE', `${quoted(name)} has two sizes`, name);
  }
  return { name, isStored: method === 0, crc, size, from, to: from + packed };
};

/** Throws if two entries share bytes of the archive. `places` contains the start and the end of each entry. */
const checkOverlaps = (places: Float64Array): void => {
  const order = Uint32Array.from({ length: places.length / 2 }, (_, index) => index);
  order.sort((one, other) => (places[one * 2] as number) - (places[other * 2] as number));
  let taken = 0;
  for (const index of order) {
    if ((places[index * 2] as number) < taken) throw archiveError('OVERLAPPING', 'Two files of the archive overlap');
    taken = places[index * 2 + 1] as number;
  }
};

/** Lists the contents of an archive after all checks that are possible without unpacking. */
export const readContents = (archive: Uint8Array, limits: ArchiveLimits): Contents => {
  const { maxEntries = 100_000 } = limits;
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const directory = readDirectory(archive, view);
  const { entries, start } = directory;
  if (entries > maxEntries)
    throw archiveError('LIMIT', `The archive has ${entries} entries; raise maxEntries (${maxEntries}) to read it`, 'maxEntries');
  const names = createNames();
  const sizes = createSizes(limits);
  const files: PackedFile[] = [];
  const folders: string[] = [];
  const places = new Float64Array(entries * 2);
  let count = 0;
  for (const listed of directory.list()) {
    // The entry `./` is the target folder itself.
    const isRoot = listed.name === './';
    if (!isRoot) names.check(listed.name);
    checkKind(listed);
    sizes.check(listed);
    const file = locate(archive, view, listed, start);
    places[count++] = listed.header;
    places[count++] = file.to;
    if (!listed.name.endsWith('/')) files.push(file);
    else if (!isRoot) folders.push(listed.name);
  }
  sizes.checkTotal();
  checkOverlaps(places);
  return { archive, files, folders };
};
