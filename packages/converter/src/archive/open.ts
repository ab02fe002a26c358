import { turn } from '#inflate';
import type { Bytes, FileSink } from '@platform-sdk/core/internal';
import { readContents, type Contents, type PackedFile } from './contents.ts';
import { archiveTooLong, checkReceiving, MAX_ARCHIVE_BYTES } from './limits.ts';
import type { ArchiveEntry, ArchiveLimits, ArchiveExtractOptions } from './types.ts';
import { bytesOf, unpack } from './unpack.ts';

/** Receives an archive. Can be called only once. */
type Receive = (sink: FileSink, limits: ArchiveExtractOptions) => Promise<void>;

/** The source of an archive's bytes. */
export type ArchiveSource = Blob | Uint8Array | Receive;

/** The bytes of received archives, so that they can be read again. */
const received = new WeakMap<Receive, Promise<Uint8Array>>();

/** The number of unpacked bytes after which other work gets a turn. */
const TURN_BYTES = 1024 * 1024;

const gather = async (receive: Receive, limits: ArchiveExtractOptions): Promise<Uint8Array> => {
  let parts: Bytes[] = [];
  let size = 0;
  const sink: FileSink = {
    write(chunk) {
      size += chunk.length;
      parts.push(chunk);
    },
    restart() {
      parts = [];
      size = 0;
    },
  };
  await receive(sink, limits);
  const bytes = new Uint8Array(size);
  let at = 0;
  // Each part leaves the array before it is copied, so that its memory can be freed.
  for (let part = parts.shift(); part; part = parts.shift()) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

const load = async (source: ArchiveSource, limits: ArchiveExtractOptions): Promise<Uint8Array> => {
  checkReceiving(limits);
  const { maxArchiveBytes = MAX_ARCHIVE_BYTES } = limits;
  const checkLength = (length: number): void => {
    if (length > maxArchiveBytes) throw archiveTooLong(maxArchiveBytes);
  };
  if (typeof source === 'function') {
    const earlier = received.get(source);
    // A new download checks the length itself. The length of an earlier download is checked here, because its limits may differ.
    if (!earlier) received.set(source, gather(source, limits));
    const bytes = await (received.get(source) as Promise<Uint8Array>);
    if (earlier) checkLength(bytes.length);
    return bytes;
  }
  checkLength(source instanceof Blob ? source.size : source.length);
  return source instanceof Blob ? new Uint8Array(await source.arrayBuffer()) : source;
};

/** Receives an archive if necessary, and lists its contents. */
export const readArchive = async (source: ArchiveSource, limits: ArchiveExtractOptions): Promise<Contents> =>
  readContents(await load(source, limits), limits);

const entryOf = (archive: Uint8Array, file: PackedFile): ArchiveEntry => ({
  name: file.name,
  size: file.size,
  stream: () => unpack(archive, file),
  bytes: () => bytesOf(archive, file),
  text: async () => new TextDecoder().decode(await bytesOf(archive, file)),
});

/** Yields the files of an archive. */
export async function* entriesOf(source: ArchiveSource, limits: ArchiveLimits): AsyncGenerator<ArchiveEntry, undefined> {
  const { archive, files } = await readArchive(source, limits);
  let bytes = 0;
  for (const file of files) {
    yield entryOf(archive, file);
    if ((bytes += file.size) < TURN_BYTES) continue;
    bytes = 0;
    await turn();
  }
}
