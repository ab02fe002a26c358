import { unknown, object, operation, storageRedirects, streamOperation, text, type StreamOperation } from '@platform-sdk/core/contract';
import { required } from '@platform-sdk/core/internal';
import { access } from '../access.ts';
import type { Archive, ConverterDownloadInput } from './types.ts';

/** Downloads all crawled pages of a site, as a ZIP archive. */
export const download: StreamOperation<ConverterDownloadInput, Promise<Archive>, 404> = streamOperation(
  operation({
    method: 'GET',
    path: '/api/download/{site}',
    credentials: 'token',
    authenticate: access,
    accept: 'application/zip',
    // Some deployments store the archives on another host.
    redirects: storageRedirects,
    input: object<ConverterDownloadInput>({
      site: text({
        pattern: /^(?:(?=.{1,253}(?::|$))(?:(?!-)[\p{L}\p{N}_-]{1,63}(?<!-)(?:\.(?!:|$)|(?=:|$)))+|\[[\da-f:]+\])(?::\d{1,5})?$/iu,
        message: 'must be a host name',
      }),
    }),
    output: unknown,
    retry: 'safe',
    ownOptions: ['onProgress', 'maxArchiveBytes'],
    errors: [404],
  }),
  async (open, { site }, options) => {
    const { received } = await required(import('./received.ts'), 'archives');
    return received(open, site, options);
  },
);
