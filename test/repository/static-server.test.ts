import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { expect, it, onTestFinished } from 'vitest';
import { serveFolder } from '@platform-sdk/build/static-server';

/** Sends a request target unchanged. Returns the status line of the response. */
const statusOf = async (origin: string, target: string, host = new URL(origin).host): Promise<string> => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).slice(9, 12);
};

it('the static server sends only files of its folder, and only for its own host', async () => {
  const folder = newFolder();
  await writeFile(join(folder, 'index.html'), 'home');
  const { origin, close } = await serveFolder(folder);
  onTestFinished(close);
  const { port } = new URL(origin);
  const requests: readonly (readonly [target: string, status: string, host?: string])[] = [
    ['/', '200'],
    ['/index.html?x', '200'],
    ['/lost.html', '404'],
    ['/../../etc/passwd', '404'],
    ['/%2e%2e/%2e%2e/etc/passwd', '404'],
    ['/..%2f..%2fetc/passwd', '404'],
    ['/%', '400'],
    ['/%zz', '400'],
    ['/%00', '404'],
    ['//', '400'],
    ['/', '403', 'evil.example'],
    ['/', '403', `evil.example:${port}`],
    ['/', '403', '127.0.0.1:1'],
  ];
  const found = [];
  for (const [target, , host] of requests) found.push(await statusOf(origin, target, host));
  expect(found).toEqual(requests.map(([, status]) => status));
});
