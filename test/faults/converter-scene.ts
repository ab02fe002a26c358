import { createConverterClient, type ConverterClient, type ConverterClientOptions } from '@platform-sdk/converter';
import { startFaultServer, type FaultServer, type Reaction } from './fault-server.ts';

export const url = 'https://example.com/a';

/** A client of a server with this reaction. */
export const scene = async (
  reaction: Reaction,
  options: ConverterClientOptions = {},
): Promise<{ readonly converter: ConverterClient; readonly server: FaultServer }> => {
  const server = await startFaultServer(reaction);
  return { server, converter: createConverterClient({ baseUrl: server.origin, ...options }) };
};

/** Ends with its connection. */
export const headers = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n';
/** Ends only with an empty chunk. */
const chunkedHeaders = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n';
/** An unfinished response with this body. */
export const chunked = (text: string): string => `${chunkedHeaders}${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** The beginning of a log, and its result. */
export const lines = '\u001b[36m🚀 Öffne\u001b[0m\n[1/2] /a\n';
export const begun = ['🚀 Öffne', '[1/2] /a'];

export const page = { success: true, url, markdown: '# Grüße 🌍\n\n__JSON__{"not":"this"}' };
export const whole = `${lines}\n__JSON__${JSON.stringify(page)}`;
