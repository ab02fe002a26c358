import { crc32, inflate, inflateNow } from '#inflate';
import { isPlatformError } from '@platform-sdk/core/internal';
import type { PackedFile } from './contents.ts';
import { archiveError, quoted } from './error.ts';

const PIECE = 64 * 1024;

async function* copied(bytes: Uint8Array): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.slice(at, at + PIECE);
}

const wrongSize = ({ name }: PackedFile): Error =>
  archiveError('WRONG_SIZE', `${quoted(name)} is longer or shorter than its size in the archive`, name);

/** Throws if the length or the checksum of a file's content differs from the directory. */
const verify = (file: PackedFile, total: number, sum: number): void => {
  if (total !== file.size) throw wrongSize(file);
  if (sum !== file.crc) throw archiveError('WRONG_CRC', `${quoted(file.name)} does not match its checksum`, file.name);
};

const failureOf = (error: unknown, file: PackedFile): unknown => {
  if (isPlatformError(error)) return error;
  if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return wrongSize(file);
  return archiveError('DAMAGED', `${quoted(file.name)} cannot be unpacked: its packed bytes are damaged`, file.name, error);
};

/**
 * Yields a file's content. Throws as soon as the content exceeds its size in the directory. Throws at the end if the content is
 * shorter or has a different checksum.
 */
export async function* unpack(archive: Uint8Array, file: PackedFile): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const { isStored, size, from, to } = file;
  const content = archive.subarray(from, to);
  let total = 0;
  let sum = 0;
  try {
    for await (const piece of isStored ? copied(content) : inflate(content, size)) {
      if ((total += piece.length) > size) throw wrongSize(file);
      sum = crc32(piece, sum);
      if (piece.length > 0) yield piece;
    }
  } catch (error) {
    throw failureOf(error, file);
  }
  verify(file, total, sum);
}

/** Returns the content of a small compressed file on Node. Returns undefined for other files, which are unpacked in pieces. */
const unpackNow = (archive: Uint8Array, file: PackedFile): Uint8Array<ArrayBuffer> | undefined => {
  const { isStored, size, from, to } = file;
  try {
    const bytes = isStored ? undefined : inflateNow(archive.subarray(from, to), size);
    if (bytes) verify(file, bytes.length, crc32(bytes));
    return bytes;
  } catch (error) {
    throw failureOf(error, file);
  }
};

/** Returns a file's content. */
export const bytesOf = async (archive: Uint8Array, file: PackedFile): Promise<Uint8Array<ArrayBuffer>> => {
  // For a small file, a loop over pieces would create several promises.
  let bytes = unpackNow(archive, file);
  if (bytes) return bytes;
  let at = 0;
  for await (const piece of unpack(archive, file)) {
    // A file that fits into a single piece needs no copy.
    if (piece.length === file.size) bytes = piece;
    else (bytes ??= new Uint8Array(file.size)).set(piece, at);
    at += piece.length;
  }
  return bytes ?? new Uint8Array();
};
