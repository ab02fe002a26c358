import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Calls `use` with the connection of a request, once the request can be sent on it. Until then it waits in this process. */
export const whenConnected = (outgoing: ClientRequest, use: (socket: Socket) => void): void => {
  outgoing.once('socket', (socket) => whenReady(socket, use));
};

const whenReady = (socket: Socket, use: (socket: Socket) => void): void => {
  const event = readyEventOf(socket);
  if (event === undefined) use(socket);
  else socket.once(event, () => use(socket));
};

/** Returns a function that returns whether a byte of the request may have left this machine. */
export const watchBytes = (outgoing: ClientRequest): (() => boolean) => {
  let before = 0;
  let connection: Socket | undefined;
  // Bytes that wait for their connection are counted too.
  outgoing.once('socket', (socket) => {
    before = socket.bytesWritten;
    whenReady(socket, () => (connection = socket));
  });
  // A stream in place of a socket, as an agent with a tunnel returns it, counts no bytes: any may have left.
  return () => connection !== undefined && !(connection.bytesWritten <= before);
};

/** The event after which a socket can send; undefined when it can already. */
const readyEventOf = (socket: Socket): 'connect' | 'secureConnect' | undefined => {
  if (!('encrypted' in socket)) return socket.connecting ? 'connect' : undefined;
  const { connecting, secureConnecting } = socket as TLSSocket & { readonly secureConnecting?: boolean };
  return connecting || secureConnecting ? 'secureConnect' : undefined;
};
