import { PlatformError } from '@platform-sdk/core';
import { chunksOf, download, notify, type Bytes, type Opened } from '@platform-sdk/core/contract';
import { archiveOf } from './archive.ts';
import { watchForEnd } from './end.ts';
import type { Archive, DownloadOptions } from './types.ts';

const NAME = 'converter.download';

/** Makes an archive of an answer, which is received when it is read, once. */
export const received = (opened: Opened, site: string, options: DownloadOptions): Archive => {
  const { status, headers } = opened.response;
  const type = headers.get('content-type') ?? '';
  const length = Number(headers.get('content-length') ?? Number.NaN);
  const totalBytes = length > 0 && !headers.has('content-encoding') ? length : undefined;

  async function* read(signal?: AbortSignal): AsyncGenerator<Bytes, undefined> {
    let receivedBytes = 0;
    const end = watchForEnd();
    const source = signal ? { ...opened, signal: AbortSignal.any(opened.signal ? [opened.signal, signal] : [signal]) } : opened;
    for await (const chunk of chunksOf(source, NAME, options)) {
      if (chunk.length === 0) continue;
      // Every archive begins with a `P`; whatever it is declared as, a page or an error does not.
      if (receivedBytes === 0 && chunk[0] !== 80) break;
      receivedBytes += chunk.length;
      end.pass(chunk);
      const progress = { receivedBytes, totalBytes };
      notify(() => options.onProgress?.(progress));
      yield chunk as Bytes;
    }
    if (receivedBytes === 0)
      throw new PlatformError('shape', `The answer to ${NAME} is no archive but ${type || 'of no type'}`, { operation: NAME, status });
    // Where the answer does not say how long it is, nothing else tells that it was cut.
    if (!end.hasPassed())
      throw new PlatformError('truncated', `The answer to ${NAME} ended before the archive did`, { operation: NAME, status });
  }

  const file = download(opened, `${site}.zip`, () => read());
  return {
    ...file,
    ...archiveOf(read),
    async saveTo(path) {
      const { save } = await import('#disk');
      await save(file.stream(), path);
    },
  };
};
