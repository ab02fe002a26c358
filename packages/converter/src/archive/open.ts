import { inputError, type Bytes } from '@platform-sdk/core/contract';
import { readContents, type Contents, type PackedFile } from './contents.ts';
import { archiveError } from './error.ts';
import type { ArchiveEntry, ArchiveLimits, ExtractOptions } from './types.ts';
import { unpack } from './unpack.ts';

const MAX_ARCHIVE_BYTES = 512 * 1024 * 1024;

/** Refuses an archive that is longer than allowed, as soon as that is known. */
const checkLength = (length: number, { maxArchiveBytes = MAX_ARCHIVE_BYTES }: ArchiveLimits = {}): void => {
  if (length > maxArchiveBytes) throw archiveError('LIMIT', `The archive has more than ${maxArchiveBytes} bytes`, 'maxArchiveBytes');
};

const LIMITS = ['maxArchiveBytes', 'maxEntries', 'maxTotalBytes', 'maxEntryBytes', 'maxRatio'] as const;

/** Refuses limits that would limit nothing, such as `NaN`. */
const checkLimits = (limits: ArchiveLimits): void => {
  for (const name of LIMITS) {
    const limit = limits[name];
    if (limit !== undefined && !(typeof limit === 'number' && limit >= 0))
      throw inputError(`${name} must be a number that is not negative`, name, 'converter.download');
  }
};

/** All of a file's content. */
const bytesOf = async (file: PackedFile): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = new Uint8Array(file.size);
  let at = 0;
  for await (const piece of unpack(file)) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
};

const entryOf = (file: PackedFile): ArchiveEntry => ({
  name: file.name,
  size: file.size,
  stream: () => unpack(file),
  bytes: () => bytesOf(file),
  text: async () => new TextDecoder().decode(await bytesOf(file)),
});

/** Receives an archive, once. */
type Receive = (signal?: AbortSignal) => AsyncIterable<Bytes>;

/** What an archive's bytes come from, once it is looked into. */
export type ArchiveSource = Blob | Uint8Array | Receive;

/** What was received, for whoever looks into it again. */
const received = new WeakMap<Receive, Promise<Uint8Array>>();

const gather = async (receive: Receive, limits: ExtractOptions): Promise<Uint8Array> => {
  const parts: Bytes[] = [];
  let size = 0;
  for await (const chunk of receive(limits.signal)) {
    checkLength((size += chunk.length), limits);
    parts.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  // Each part is let go as soon as it is copied.
  for (let part = parts.shift(); part; part = parts.shift()) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

const load = async (source: ArchiveSource, limits: ExtractOptions): Promise<Uint8Array> => {
  checkLimits(limits);
  if (typeof source === 'function') {
    const earlier = received.get(source);
    const whole = earlier ?? gather(source, limits);
    received.set(source, whole);
    const bytes = await whole;
    checkLength(bytes.length, limits);
    return bytes;
  }
  checkLength(source instanceof Blob ? source.size : source.length, limits);
  return source instanceof Blob ? new Uint8Array(await source.arrayBuffer()) : source;
};

/** Reads what is in an archive, once all of it was checked that can be without unpacking. */
export const look = async (source: ArchiveSource, limits: ExtractOptions): Promise<Contents> =>
  readContents(await load(source, limits), limits);

/** Yields the files of an archive. */
export async function* entriesOf(source: ArchiveSource, limits: ArchiveLimits): AsyncGenerator<ArchiveEntry, undefined> {
  const { files } = await look(source, limits);
  for (const file of files) yield entryOf(file);
}
