import type { Opened } from '@platform-sdk/core/contract';
import {
  PlatformError,
  checkOptions,
  chunksOf,
  declaredLength,
  download,
  fileChunks,
  notify,
  required,
  type Bytes,
  type DownloadSource,
  type FileForm,
} from '@platform-sdk/core/internal';
import { archiveOf } from './archive.ts';
import { watchForEnd } from './end.ts';
import { archiveTooLong, checkReceiving, MAX_ARCHIVE_BYTES } from './limits.ts';
import { downloadOptions, type Archive, type ArchiveReceiveOptions, type DownloadOptions, type ReceiveLimits } from './types.ts';

const NAME = 'converter.download';
/** Every archive begins with `P`, whatever its declared type. A web page or an error message begins with another character. */
const ZIP: FileForm = { operation: NAME, name: 'a ZIP archive', canBegin: (beginning) => beginning === 'P' };

/** Creates an archive from a response. The response is received once, when the archive is read. */
export const received = async (open: () => Promise<Opened>, site: string, options: DownloadOptions): Promise<Archive> => {
  const { timeoutMs = Infinity } = checkOptions(NAME, downloadOptions, options, NAME);
  const until = performance.now() + timeoutMs;
  const opened = await open();

  /** Returns the limit of the reading method, of the download, or of the platform. The platform's limit has a different error. */
  const limitOf = ({ maxArchiveBytes = options.maxArchiveBytes }: ReceiveLimits) => {
    if (maxArchiveBytes === undefined && opened.maxBytes !== undefined) return { maxBytes: opened.maxBytes };
    return { maxBytes: maxArchiveBytes ?? MAX_ARCHIVE_BYTES, tooLong: archiveTooLong };
  };

  async function* read(source: DownloadSource, own: ArchiveReceiveOptions = {}): AsyncGenerator<Bytes, undefined> {
    const { status, headers } = source.response;
    const totalBytes = declaredLength(source.response);
    let receivedBytes = 0;
    const end = watchForEnd();
    const { signal } = own;
    const chunks = chunksOf(source, NAME, { idleMs: options.idleMs, until, signal, ...limitOf(own) });
    for await (const chunk of fileChunks(chunks, source.response, ZIP)) {
      receivedBytes += chunk.length;
      end.pass(chunk);
      const progress = { receivedBytes, totalBytes };
      notify(() => options.onProgress?.(progress));
      yield chunk;
    }
    const details = { operation: NAME, status };
    if (receivedBytes === 0) {
      const type = headers.get('content-type') ?? 'of no type';
      throw new PlatformError('invalid-response', `The response to ${NAME} is not an archive but ${type}`, details);
    }
    // Without a declared length, only this check detects a truncated archive.
    if (!end.hasPassed()) throw new PlatformError('truncated', `The response to ${NAME} ended before the archive did`, details);
  }

  const file = download(opened, `${site}.zip`, read, checkReceiving);
  return {
    ...file,
    ...archiveOf((sink, limits) => file.receive(sink, limits)),
    async saveTo(path, own) {
      const { save } = await required(import('#disk'), 'archives');
      await save(file, path, own);
    },
  };
};
