import { join } from 'node:path';
import { root } from '@platform-sdk/build/workspace';
import { prepareArchive } from './archive.ts';
import { callRows } from './call-rows.ts';
import { importRows } from './import-rows.ts';
import { way, type Row } from './row.ts';
import { prepareUpload } from './upload-file.ts';

const chats = ([name, title, chunkBytes, aim]: readonly [string, string, number, number]): Row => ({
  name: `chat-${name}`,
  title: `Chat stream, ${title}`,
  program: 'chats.js',
  settings: { chunkBytes, warmUp: 5, measured: 10 },
  limit: 'by hand',
  ways: [
    way('by hand'),
    way('this SDK', aim),
    way('eventsource-parser'),
    way('openai'),
    way('by hand, events of anthropic'),
    way('anthropic', undefined, { limit: 'by hand, events of anthropic' }),
    way('AI SDK'),
  ],
  show: 'ratio',
  unit: 'ms',
  note: '12,000 events, read whole 5 times to warm up and 10 times with the clock on. The client of this SDK is `gateway.chatStream`. The client of anthropic reads events of another form, with more bytes, so it is compared with a loop over the same events.',
});

const archives = (toDisk: boolean): Row => ({
  name: toDisk ? 'unzip-disk' : 'unzip',
  title: `Unzip 20,000 files, 100 MB, ${toDisk ? 'to disk' : 'in memory'}`,
  program: 'archives.js',
  settings: { toDisk },
  limit: 'zlib in a loop',
  ways: [way('zlib in a loop'), way('this SDK', 1.5), way('fflate'), way('yauzl'), way('jszip')],
  show: 'ratio',
  unit: 'ms',
  note: `Once in a fresh process, as programs do. This SDK and jszip check the CRC-32 of each file, the others do not, and the loop checks nothing.${toDisk ? ' On Linux, the files go to `/dev/shm`: disks differ more than packages.' : ''}`,
  prepare: prepareArchive,
});

const servers = (method: 'GET' | 'POST'): Row => ({
  name: `local-${method.toLowerCase()}`,
  title: `Local platform: ${method}, requests for a second of CPU`,
  program: 'servers.js',
  settings: { method, warmUp: 20_000, measured: 40_000, openapi: join(root, 'docs/reference/organizations.openapi.json') },
  limit: 'node:http',
  ways: [
    way('node:http'),
    way('this SDK', method === 'GET' ? 15_000 : 8000),
    way('hono'),
    way('srvx'),
    way('json-server', undefined, method === 'POST' ? { settings: { warmUp: 2000, measured: 4000 } } : {}),
    ...(method === 'GET' ? [way('Prism', undefined, { settings: { warmUp: 10_000, measured: 10_000 } })] : []),
  ],
  show: 'rate',
  unit: 'us',
  note: `16 connections; 20,000 requests to warm up, 40,000 measured (${method === 'GET' ? 'Prism, which is slow: 10,000 each' : 'json-server, which reads all records for each new one: 2,000 and 4,000'}). The local platform checks credentials and builds its response from records, ${method === 'GET' ? 'json-server builds it too, Prism builds an example, and the others send a stored document of 568 bytes' : 'json-server does too, and the others send a stored document'}.`,
});

/** Returns all rows, in the order of their sections in `docs/benchmarks.md`. */
export const createRows = async (): Promise<readonly Row[]> => [
  ...callRows,
  ...(await importRows()),
  ...(
    [
      ['16k', '16 kB chunks', 16_384, 1.5],
      ['events', 'one event a chunk', 0, 1.4],
      ['64b', '64-byte chunks', 64, 1.75],
    ] as const
  ).map(chats),
  {
    name: 'long-line',
    title: 'Chat stream, one event of 20 MB',
    program: 'long-lines.js',
    settings: { warmUp: 3, measured: 4 },
    limit: 'by hand',
    ways: [way('by hand'), way('this SDK', 1.5), way('eventsource-parser'), way('openai')],
    show: 'ratio',
    unit: 'ms',
    note: 'Chunks of 16 kB, read 3 times to warm up, 4 measured.',
  },
  {
    name: 'job',
    title: 'Job: 100 MB of log and 50 MB of result',
    program: 'jobs.js',
    settings: { log: 100, result: 50 },
    limit: 'by hand',
    ways: [way('by hand'), way('this SDK', 1.8)],
    show: 'ratio',
    unit: 'ms',
    note: 'Once in a fresh process. By hand: a generator of the same lines, then `JSON.parse`.',
  },
  archives(false),
  archives(true),
  {
    name: 'upload',
    title: 'Upload of 1 GiB from disk: peak memory',
    program: 'uploads.js',
    settings: {},
    limit: 'nothing',
    ways: [way('nothing'), way('this SDK', 200), way('raw fetch'), way('ky'), way('openai')],
    show: 'memory',
    unit: 'ms',
    note: 'Peak memory of the process, in MiB. Every way sends the same file as a form, and the server counts its bytes. The file is sparse, so the disk costs nothing.',
    server: { program: 'upload-server.js', as: 'origin' },
    prepare: prepareUpload,
  },
  {
    name: 'leave',
    title: 'Leaving a chat in its middle, 50 times',
    program: 'leaving.js',
    settings: {},
    limit: 'raw fetch',
    ways: [way('raw fetch'), way('this SDK', 1)],
    show: 'ratio',
    unit: 'us',
    note: 'CPU time from the call until the server has seen its connection close; it fails when a connection stays open.',
    server: { program: 'endless-server.js', as: 'origin' },
  },
  servers('GET'),
  servers('POST'),
];
