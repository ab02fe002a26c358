import type { PackedFile } from './contents.ts';
import { crc32 } from './crc32.ts';
import { archiveError, quoted } from './error.ts';
import { inflate } from './inflate.ts';

const PIECE = 64 * 1024;

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** Yields a file's content; throws as soon as it is longer than it should be, and at its end when it is shorter or another. */
export async function* unpack(file: PackedFile): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const { name, method, size, crc, content } = file;
  const wrongSize = (): Error => archiveError('WRONG_SIZE', `${quoted(name)} is not as long as the archive says`, name);
  let total = 0;
  let sum = 0;
  for await (const piece of method === 0 ? piecesOf(content) : inflate(file)) {
    total += piece.length;
    if (total > size) throw wrongSize();
    sum = crc32(piece, sum);
    // A copy: what is given out is not the archive itself.
    yield method === 0 ? piece.slice() : (piece as Uint8Array<ArrayBuffer>);
  }
  if (total !== size) throw wrongSize();
  if (sum !== crc) throw archiveError('WRONG_CRC', `${quoted(name)} is not what its checksum says`, name);
}
