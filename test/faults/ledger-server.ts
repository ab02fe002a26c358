import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';
import { onTestFinished } from 'vitest';

/** One request in the ledger: as much of it as arrived. */
export interface Entry {
  /** The call that the request belongs to, from its header `x-call`. Empty until that header has arrived. */
  call: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  isComplete: boolean;
  /** The request was carried out. */
  isApplied: boolean;
  /** The status of the response; 0 before it. */
  status: number;
  /** All bytes of the response were written. */
  isAnswered: boolean;
}

/** The fate of one request. */
export interface Fault {
  /** Ends the connection after this many bytes of the request. Default: the request is read to its end. */
  readonly requestBytes?: number;
  /** Carries the request out. Default: true. */
  readonly isApplied?: boolean;
  /** Replaces the response. Default: the response of the operation. */
  readonly response?: string;
  /** Sent before the response. Default: nothing. */
  readonly before?: string;
  /** Writes only this share of the response: 0 for nothing of it. Default: 1. */
  readonly share?: number;
  /** Writes the response in pieces of this many bytes. Default: in one piece. */
  readonly pieceBytes?: number;
  /**
   * Ends the connection: `reset`, `end`, or `stall`, which keeps it open and silent. Over TLS, `cut` ends it without a close_notify, and
   * `garbage` sends an invalid record. Default: it is kept for the next request.
   */
  readonly end?: 'reset' | 'end' | 'stall' | 'cut' | 'garbage';
}

/** The fate of a TLS handshake, after this many bytes of it. */
export interface HandshakeFault {
  readonly bytes: number;
  /** `alert` rejects the connection by an alert. */
  readonly end: 'reset' | 'end' | 'stall' | 'alert';
}

/** Serves TLS instead of plain HTTP. */
interface TlsOptions {
  readonly context: SecureContext;
  /** Returns the fate of the next handshake; undefined if it succeeds. */
  readonly nextHandshake: () => HandshakeFault | undefined;
}

export interface LedgerOptions {
  /** Returns the fate of the next request, before anything of it is read. */
  readonly nextFault: () => Fault;
  /** Returns a response instead of the fault's, such as the 401 of an expired token. Default: the fault decides. */
  readonly override?: (entry: Entry) => string | undefined;
  /** Returns the response of an operation that is carried out. */
  readonly respond: (entry: Entry) => string;
  /** Default: plain HTTP. */
  readonly tls?: TlsOptions | undefined;
}

/** A server on a raw socket. Its ledger contains the received part of every request, and if it was carried out. */
export interface LedgerServer {
  readonly origin: string;
  readonly ledger: readonly Entry[];
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

/** Writes a response of HTTP/1.1. */
export const responseOf = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): string => {
  const length = status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ 'Content-Type': 'application/json', ...length, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n${body}`;
};

/** Writes a response whose body is in two chunks. */
export const chunkedOf = (status: number, body: string, type: string): string => {
  const bytes = Buffer.from(body);
  const chunks = [bytes.subarray(0, 5), bytes.subarray(5)].filter(({ length }) => length > 0);
  const lines = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk.toString('latin1')}\r\n`).join('');
  return Buffer.from(
    `HTTP/1.1 ${status} Status\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${lines}0\r\n\r\n`,
    'latin1',
  ).toString();
};

/** A connection, and the bytes that no request has taken yet. */
interface Conversation {
  readonly socket: Socket;
  /** The connection below TLS. */
  readonly raw: Socket;
  received: string;
  entry: Entry | undefined;
  fault: Fault;
  isOver: boolean;
}

/** Starts the server, and stops it with the test. */
export const startLedgerServer = async (options: LedgerOptions): Promise<LedgerServer> => {
  const ledger: Entry[] = [];
  const sockets = new Set<Socket>();
  const converse = (socket: Socket, raw: Socket): void => {
    const conversation: Conversation = { socket, raw, received: '', entry: undefined, fault: {}, isOver: false };
    socket.on('data', (bytes) => {
      // Every byte is one character.
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

/** Continues a connection by TLS, unless its fate is to end before. */
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

/** Reads as many requests as have arrived. */
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
    // The last line may be cut.
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

/** Returns the body at the beginning of the bytes, and the bytes after it; undefined if a part is missing. */
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
  // The operation is carried out even if its response differs.
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
