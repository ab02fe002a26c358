import { createConverterClient, type ConverterClient, type ConverterClientOptions } from '@platform-sdk/converter';
import { startFaultServer, type FaultServer, type Reaction } from './fault-server.ts';

export const url = 'https://example.com/a';

/** Starts a server with this reaction, and creates a client for it. */
export const scene = async (
  reaction: Reaction,
  options: ConverterClientOptions = {},
): Promise<{ readonly converter: ConverterClient; readonly server: FaultServer }> => {
  const server = await startFaultServer(reaction);
  return { server, converter: createConverterClient({ baseUrl: server.origin, ...options }) };
};

/** The head of a response whose body ends with its connection. */
export const headers = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n';
/** The head of a response whose body only ends with an empty chunk. */
const chunkedHeaders = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n';
/** Returns an unfinished response with this body. */
export const chunked = (text: string): string => `${chunkedHeaders}${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** The first lines of a log. */
export const lines = '\u001b[36m🚀 Öffne\u001b[0m\n[1/2] /a\n';
export const begun = ['🚀 Öffne', '[1/2] /a'];

export const page = { success: true, url, markdown: '# Grüße 🌍\n\n__JSON__{"not":"this"}' };
export const whole = `${lines}\n__JSON__${JSON.stringify(page)}`;
