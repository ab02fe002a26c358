import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/**
 * Returns a port without a server. A connection uses the port, so the system assigns it to no other program until this process ends.
 * A server that requests this port can still listen on it.
 */
export const heldPort = async (): Promise<number> => {
  const free = createServer().listen(0, '127.0.0.1');
  const other = createServer((socket) => socket.unref())
    .listen(0, '127.0.0.1')
    .unref();
  await Promise.all([once(free, 'listening'), once(other, 'listening')]);
  const [port, otherPort] = [free, other].map((server) => (server.address() as AddressInfo).port) as [number, number];
  free.close();
  await once(free, 'close');
  const holder = connect({ port: otherPort, host: '127.0.0.1', localPort: port, localAddress: '127.0.0.1' });
  await once(holder, 'connect');
  holder.unref();
  return port;
};
