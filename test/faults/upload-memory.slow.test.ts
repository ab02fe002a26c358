import { execFile } from 'node:child_process';
import { truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { longCount } from '@platform-sdk/test-helpers';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { expect, it, onTestFinished } from 'vitest';

const MEGABYTE = 1024 * 1024;
const SIZE = longCount(160, 512);
const script = programAt(new URL('upload-memory-process.ts', import.meta.url));
const extraction = { file_id: 'file-1', filename: 'a.txt', extracted_text: '', metadata: { pages: 1, has_images: false } };

/** Starts a server that counts the bytes of each body but does not store them. */
const startCounter = async (): Promise<{ baseUrl: string; received: number[] }> => {
  const received: number[] = [];
  const server = createServer((request, response) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => (size += chunk.length));
    request.on('end', () => {
      received.push(size);
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(extraction));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
};

it('an upload from disk increases the process memory by at most 48 MiB', async () => {
  const folder = newFolder();
  const [small, large] = [join(folder, 'small.txt'), join(folder, 'large.txt')];
  await writeFile(small, Buffer.alloc(4 * MEGABYTE));
  await writeFile(large, '');
  // Makes the file sparse: it uses no blocks on the disk, and its bytes are zeros.
  await truncate(large, SIZE * MEGABYTE);
  const { baseUrl, received } = await startCounter();
  const { stdout } = await promisify(execFile)(process.execPath, ['-C', '@platform-sdk/source', script, baseUrl, small, large]);
  expect(received[1]).toBeGreaterThan(SIZE * MEGABYTE);
  expect((JSON.parse(stdout) as { mebibytes: number }).mebibytes).toBeLessThanOrEqual(48);
}, 120_000);
