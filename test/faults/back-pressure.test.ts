import { createPlatform } from '@platform-sdk/core';
import { createClient } from '@platform-sdk/core/internal';
import { unknown, object, operation, streamOperation, type Opened, type StreamOperation } from '@platform-sdk/core/contract';
import { expect, it, vi } from 'vitest';
import { startFaultServer, type Reaction } from './fault-server.ts';

const MEGABYTE = 1024 * 1024;
const file: StreamOperation<{}, Promise<Opened>> = streamOperation(
  operation({ method: 'GET', path: '/file', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'safe' }),
  (open) => open(),
);

/** Returns a reaction that writes for ever, as fast as the client reads. */
const endless = () => {
  const state = { written: 0 };
  const piece = Buffer.alloc(65_536, 97);
  const react: Reaction = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1099511627776\r\n\r\n');
    const write = (): void => {
      while (!socket.destroyed) {
        state.written += piece.length;
        if (!socket.write(piece)) return;
      }
    };
    socket.on('drain', write);
    write();
  };
  return { state, react };
};

it('a slowly read body is received only as fast as it is read', async () => {
  const { state, react } = endless();
  const server = await startFaultServer(react);
  const platform = createPlatform({ baseUrls: { converter: server.origin } });
  const { response, close } = await createClient({ name: 'files', base: 'converter' }, { file }, platform).file({});
  const reader = response.body?.getReader();
  let read = 0;
  while (read < MEGABYTE) read += (await reader?.read())?.value?.byteLength ?? 0;
  // Waits until the buffers of the sockets are full, so that the server stops writing.
  let written = -1;
  await vi.waitFor(
    () => {
      const before = written;
      written = state.written;
      expect(written).toBe(before);
    },
    { interval: 200, timeout: 20_000 },
  );
  expect(written - read).toBeLessThan(32 * MEGABYTE);
  close();
  await server.until(() => server.open() === 0);
});
