import { crc32, inflate } from '#inflate';
import { isPlatformError } from '@platform-sdk/core';
import type { PackedFile } from './contents.ts';
import { archiveError, quoted } from './error.ts';

const PIECE = 64 * 1024;

async function* copied(bytes: Uint8Array): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.slice(at, at + PIECE);
}

/**
 * Yields a file's content. Throws as soon as it is longer than its size in the directory. Throws at its end if it is shorter or has
 * another checksum.
 */
export async function* unpack(archive: Uint8Array, file: PackedFile): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const { name, isStored, size, crc, from, to } = file;
  const content = archive.subarray(from, to);
  const wrongSize = (): Error => archiveError('WRONG_SIZE', `${quoted(name)} has another length than its size in the archive`, name);
  let total = 0;
  let sum = 0;
  try {
    for await (const piece of isStored ? copied(content) : inflate(content, size)) {
      if ((total += piece.length) > size) throw wrongSize();
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (error) {
    if (isPlatformError(error)) throw error;
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw wrongSize();
    throw archiveError('DAMAGED', `${quoted(name)} cannot be unpacked: its packed bytes are damaged`, name, error);
  }
  if (total !== size) throw wrongSize();
  if (sum !== crc) throw archiveError('WRONG_CRC', `${quoted(name)} does not match its checksum`, name);
}

/** Returns all of a file's content. */
export const bytesOf = async (archive: Uint8Array, file: PackedFile): Promise<Uint8Array<ArrayBuffer>> => {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  let at = 0;
  for await (const piece of unpack(archive, file)) {
    // A small file is one piece.
    if (piece.length === file.size) bytes = piece;
    else (bytes ??= new Uint8Array(file.size)).set(piece, at);
    at += piece.length;
  }
  return bytes ?? new Uint8Array();
};
