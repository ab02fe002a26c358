/** Writes recorded messages as text. */
import { fenced } from '../page.ts';
import type { Exchange, Message } from '../recording/exchanges.ts';
import { shortSecrets } from '../recording/short-secrets.ts';

const MAX_LINES = 60;

/** Returns the request and the response of an exchange as code blocks. */
export const wireBlocks = ({ request, response }: Exchange): string[] => [
  ...fenced('http', messageText(request)),
  ...fenced('http', messageText(response)),
];

const messageText = ({ line, headers, contentType, body }: Message): string =>
  [line, ...headers.map(([name, value]) => `${name}: ${shortSecrets(value)}`), '', bodyText(contentType, body)].join('\n').trimEnd();

const bodyText = (contentType: string, body: Uint8Array): string => {
  if (body.length === 0) return '';
  if (/zip|octet-stream|pdf/.test(contentType)) return `(${body.length.toLocaleString('en')} bytes)`;
  const text = shortSecrets(new TextDecoder().decode(body)).replaceAll('\r\n', '\n');
  return cut(/json/.test(contentType) ? prettyJson(text) : text);
};

const prettyJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const cut = (text: string): string => {
  const lines = text.split('\n');
  return lines.length <= MAX_LINES ? text : [...lines.slice(0, MAX_LINES), `… ${lines.length - MAX_LINES} more lines`].join('\n');
};
