import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';
import { onTestFinished } from 'vitest';

/** A request in the ledger. Its members contain the part that has arrived. */
export interface Entry {
  /** The call that sent the request, from the header `x-call`. Empty until that header arrives. */
  call: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  isComplete: boolean;
  /** True if the operation was executed. */
  isApplied: boolean;
  /** The status of the response. 0 before the response. */
  status: number;
  /** True after all bytes of the response were written. */
  isAnswered: boolean;
}

/** The fate of a request. */
export interface Fault {
  /** Ends the connection after this many bytes of the request. Default: the complete request is read. */
  readonly requestBytes?: number;
  /** Executes the operation. Default: true. */
  readonly isApplied?: boolean;
  /** Replaces the response. Default: the response of the operation. */
  readonly response?: string;
  /** Bytes that are sent before the response. Default: none. */
  readonly before?: string;
  /** The share of the response that is written, from 0 (nothing) to 1 (all). Default: 1. */
  readonly share?: number;
  /** The number of bytes in each chunk of the response. Default: the complete response. */
  readonly pieceBytes?: number;
  /**
   * How the connection ends: `reset`, `end`, or `stall`, which keeps it open and silent. Over TLS, `cut` ends it without a close_notify, and
   * `garbage` sends an invalid record. Default: the connection stays open for the next request.
   */
  readonly end?: 'reset' | 'end' | 'stall' | 'cut' | 'garbage';
}

/** How a TLS handshake fails after this many bytes. */
export interface HandshakeFault {
  readonly bytes: number;
  /** How the connection ends. `alert` rejects it with a TLS alert. */
  readonly end: 'reset' | 'end' | 'stall' | 'alert';
}

/** Serves TLS instead of plain HTTP. */
interface TlsOptions {
  readonly context: SecureContext;
  /** Returns how the next handshake fails, or undefined if it succeeds. */
  readonly nextHandshake: () => HandshakeFault | undefined;
}

export interface LedgerOptions {
  /** Returns the fault of the next request. Called when the first bytes of that request have arrived. */
  readonly nextFault: () => Fault;
  /** Returns a response that prevents the operation, such as the 401 for an expired token. Default: the fault determines the response. */
  readonly override?: (entry: Entry) => string | undefined;
  /** Returns the response of an executed operation. */
  readonly respond: (entry: Entry) => string;
  /** Serves TLS. Default: plain HTTP. */
  readonly tls?: TlsOptions | undefined;
}

/** A server on a raw socket. Its ledger contains the received part of every request, and shows whether the operation was executed. */
export interface LedgerServer {
  readonly origin: string;
  readonly ledger: readonly Entry[];
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

/** Returns the bytes of an HTTP/1.1 response. */
export const responseOf = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): string => {
  const length = status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ 'Content-Type': 'application/json', ...length, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n${body}`;
};

/** Returns the bytes of a response with two chunks. */
export const chunkedOf = (status: number, body: string, type: string): string => {
  const bytes = Buffer.from(body);
  const chunks = [bytes.subarray(0, 5), bytes.subarray(5)].filter(({ length }) => length > 0);
  const lines = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk.toString('latin1')}\r\n`).join('');
  return Buffer.from(
    `HTTP/1.1 ${status} Status\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${lines}0\r\n\r\n`,
    'latin1',
  ).toString();
};

/** A connection, and the received bytes that belong to no request yet. */
interface Conversation {
  readonly socket: Socket;
  /** The TCP connection, without TLS. */
  readonly raw: Socket;
  received: string;
  entry: Entry | undefined;
  fault: Fault;
  isOver: boolean;
}

/** Starts the server, and stops it after the test. */
export const startLedgerServer = async (options: LedgerOptions): Promise<LedgerServer> => {
  const ledger: Entry[] = [];
  const sockets = new Set<Socket>();
  const converse = (socket: Socket, raw: Socket): void => {
    const conversation: Conversation = { socket, raw, received: '', entry: undefined, fault: {}, isOver: false };
    socket.on('data', (bytes) => {
      // latin1 represents every byte as one character.
      conversation.received += bytes.toString('latin1');
      read(conversation, ledger, options);
    });
  };
  const server = createServer((raw) => {
    sockets.add(raw);
    raw.setNoDelay(true);
    raw.on('close', () => sockets.delete(raw)).on('error', () => undefined);
    if (options.tls) shakeHands(raw, options.tls, converse);
    else converse(raw, raw);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => void server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  onTestFinished(close);
  return { origin: `http${options.tls ? 's' : ''}://127.0.0.1:${(server.address() as AddressInfo).port}`, ledger, close };
};

/** Starts TLS on a connection. If the handshake should fail, the connection ends after the bytes of the fault. */
const shakeHands = (raw: Socket, { context, nextHandshake }: TlsOptions, use: (socket: Socket, raw: Socket) => void): void => {
  const fault = nextHandshake();
  if (fault?.bytes === 0) return endHandshake(raw, fault);
  const socket = new TLSSocket(raw, { isServer: true, secureContext: context });
  socket.on('error', () => undefined);
  if (fault) {
    const count = setInterval(() => {
      if (raw.bytesRead < fault.bytes && !raw.destroyed) return;
      clearInterval(count);
      endHandshake(raw, fault);
    }, 1);
  } else use(socket, raw);
};

const ALERT = Uint8Array.of(21, 3, 3, 0, 2, 2, 40);

const endHandshake = (raw: Socket, { end }: HandshakeFault): void => {
  if (end === 'reset') raw.resetAndDestroy();
  else if (end === 'alert') raw.end(ALERT);
  else if (end === 'end') raw.end();
  else raw.resume();
};

/** Reads all requests whose bytes have arrived. */
const read = (conversation: Conversation, ledger: Entry[], options: LedgerOptions): void => {
  while (conversation.received !== '' && !conversation.isOver) {
    if (!conversation.entry) {
      conversation.entry = { call: '', path: '', headers: {}, body: '', isComplete: false, isApplied: false, status: 0, isAnswered: false };
      conversation.fault = options.nextFault();
      ledger.push(conversation.entry);
    }
    const { entry, fault, received } = conversation;
    const headEnd = received.indexOf('\r\n\r\n');
    const rest = headEnd < 0 ? undefined : received.slice(headEnd + 4);
    const head = headEnd < 0 ? received : received.slice(0, headEnd);
    const lines = head.split('\r\n');
    // The last line may be incomplete.
    const whole = rest === undefined ? lines.slice(0, -1) : lines;
    if (whole.length > 0) note(entry, whole);
    if (received.length >= (fault.requestBytes ?? Infinity)) return finish(conversation, fault.end);
    const body = rest === undefined ? undefined : bodyIn(rest, entry.headers);
    if (body === undefined) return;
    Object.assign(entry, { body: body.text, isComplete: true });
    conversation.received = body.rest;
    conversation.entry = undefined;
    answer(conversation, entry, fault, options);
  }
};

const note = (entry: Entry, [request = '', ...lines]: readonly string[]): void => {
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const);
  entry.path = request.split(' ')[1] ?? '';
  entry.headers = Object.fromEntries(pairs);
  entry.call = entry.headers['x-call'] ?? '';
};

/** Returns the body at the beginning of the bytes, and the bytes after it. Returns undefined if a part is missing. */
const bodyIn = (bytes: string, headers: Entry['headers']): { readonly text: string; readonly rest: string } | undefined => {
  if (headers['transfer-encoding'] === undefined) {
    const length = Number(headers['content-length'] ?? 0);
    return bytes.length < length ? undefined : { text: bytes.slice(0, length), rest: bytes.slice(length) };
  }
  let text = '';
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.slice(at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (lineEnd < 0 || bytes.length < next) return undefined;
    if (size === 0) return { text, rest: bytes.slice(next) };
    text += bytes.slice(lineEnd + 2, lineEnd + 2 + size);
    at = next;
  }
};

const answer = (conversation: Conversation, entry: Entry, fault: Fault, { override, respond }: LedgerOptions): void => {
  const replaced = override?.(entry);
  entry.isApplied = replaced === undefined && fault.isApplied !== false;
  // If the fault replaces the response, the operation is still executed, unless `isApplied` is false.
  const own = entry.isApplied ? respond(entry) : '';
  const bytes = Buffer.from(replaced ?? fault.response ?? own);
  entry.status = Number(bytes.subarray(9, 12).toString());
  const sent = bytes.subarray(0, Math.floor(bytes.length * (replaced === undefined ? (fault.share ?? 1) : 1)));
  const { socket } = conversation;
  if (fault.before !== undefined) socket.write(fault.before);
  const size = fault.pieceBytes ?? Math.max(1, sent.length);
  for (let at = 0; at < sent.length; at += size) socket.write(sent.subarray(at, at + size));
  entry.isAnswered = sent.length === bytes.length;
  if (!entry.isAnswered || fault.end !== undefined) finish(conversation, fault.end ?? 'end');
};

const finish = (conversation: Conversation, how: Fault['end']): void => {
  const { socket, raw } = conversation;
  conversation.isOver = true;
  if (how === 'reset') socket.write('', () => void raw.resetAndDestroy());
  else if (how === 'cut') socket.write('', () => void raw.destroy());
  else if (how === 'garbage') socket.write('', () => void raw.end(Buffer.from('no record of TLS')));
  else if (how !== 'stall') socket.end();
};
