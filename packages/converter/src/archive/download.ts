import { PlatformError } from '@platform-sdk/core';
import {
  anything,
  chunksOf,
  download as fileOf,
  object,
  operation,
  text,
  type Bytes,
  type Opened,
  type StreamOperation,
} from '@platform-sdk/core/contract';
import { access } from '../access.ts';
import { archiveOf } from './archive.ts';
import { watchForEnd } from './end.ts';
import type { Archive, DownloadOptions, SiteQuery } from './types.ts';

const NAME = 'converter.download';

const received = async (opened: Opened, site: string, { idleMs, onProgress }: DownloadOptions): Promise<Archive> => {
  const { status, headers } = opened.response;
  const type = headers.get('content-type') ?? '';
  const length = Number(headers.get('content-length') ?? Number.NaN);
  const totalBytes = length > 0 && !headers.has('content-encoding') ? length : undefined;
  let started = false;

  async function* read(signal?: AbortSignal): AsyncGenerator<Bytes, undefined> {
    if (started) throw new PlatformError('input', `${NAME}: an archive is received once`, { operation: NAME });
    started = true;
    let receivedBytes = 0;
    const end = watchForEnd();
    const source = signal ? { ...opened, signal: AbortSignal.any(opened.signal ? [opened.signal, signal] : [signal]) } : opened;
    for await (const chunk of chunksOf(source, NAME, idleMs)) {
      if (chunk.length === 0) continue;
      // Every archive begins with a `P`; whatever it is declared as, a page or an error does not.
      if (receivedBytes === 0 && chunk[0] !== 80) break;
      receivedBytes += chunk.length;
      end.pass(chunk);
      onProgress?.({ receivedBytes, totalBytes });
      yield chunk as Bytes;
    }
    if (receivedBytes === 0)
      throw new PlatformError('shape', `The answer to ${NAME} is no archive but ${type || 'of no type'}`, { operation: NAME, status });
    // Where the answer does not say how long it is, nothing else tells that it was cut.
    if (!end.hasPassed())
      throw new PlatformError('truncated', `The answer to ${NAME} ended before the archive did`, { operation: NAME, status });
  }

  const file = fileOf(opened, `${site}.zip`, () => read());
  return {
    ...file,
    ...archiveOf(read),
    async saveTo(path) {
      const { save } = await import('#disk');
      await save(file.stream(), path);
    },
  };
};

/** Downloads everything that was crawled of a site, as a ZIP archive. */
export const download: StreamOperation<SiteQuery, Promise<Archive>> = {
  ...operation({
    method: 'GET',
    path: '/api/download/{site}',
    credentials: 'token',
    attach: access,
    accept: 'application/zip',
    // Deployments keep the archives elsewhere.
    redirects: 'storage',
    input: object<SiteQuery>({
      site: text({
        pattern: /^(?:(?=.{1,253}(?::|$))(?:(?!-)[\p{L}\p{N}-]{1,63}(?<!-)(?:\.(?!:|$)|(?=:|$)))+|\[[\da-f:]+\])(?::\d{1,5})?$/iu,
        message: 'must be the name of a host',
      }),
    }),
    output: anything,
    retry: 'safe',
    errors: [404],
  }),
  stream: async (open, { site }, options) => received(await open(), site, options),
};
