import { PlatformError, type ErrorKind, type StreamOptions } from '@platform-sdk/core';
import { chunksOf, download, type Bytes, type Opened } from '@platform-sdk/core/contract';
import type { ActivityExport, ExportFormat, ExportQuery } from './types.ts';

const NAME = 'agentPasses.activity.export';

/** Opens the connection; the body waits to be read. */
export const openExport = async (
  open: () => Promise<Opened>,
  { format = 'json' }: ExportQuery,
  { idleMs, timeoutMs = Infinity }: StreamOptions,
): Promise<ActivityExport> => {
  const until = performance.now() + timeoutMs;
  const opened = await open();
  const { maxBytes } = opened;
  return download(opened, `agent-activity.${format}`, (source, options) =>
    wholeOf(chunksOf(source, NAME, { ...options, idleMs, until, maxBytes }), source.response, format),
  );
};

/** A file's chunks, to its very end. Whether a table, or a list of lines, was cut between two rows cannot be seen. */
async function* wholeOf(
  chunks: AsyncIterable<Bytes>,
  { status, headers }: Opened['response'],
  format: ExportFormat,
): AsyncGenerator<Bytes, undefined> {
  const type = headers.get('content-type') ?? '';
  const fail = (kind: ErrorKind, what: string): PlatformError =>
    new PlatformError(kind, `The response to ${NAME} ${what}`, { operation: NAME, status, outcome: 'unknown' });
  let depth = 0;
  let isQuoted = false;
  let isEscaped = false;
  let size = 0;
  for await (const chunk of chunks) {
    // Whatever it is declared as.
    if (size === 0 && (chunk[0] === 60 || /html/.test(type))) throw fail('shape', 'is an HTML page');
    size += chunk.length;
    for (const byte of format === 'csv' ? [] : chunk) {
      if (isEscaped) isEscaped = false;
      else if (byte === 92) isEscaped = true;
      else if (byte === 34) isQuoted = !isQuoted;
      // Both kinds of brackets: they differ in one bit.
      else if (!isQuoted) depth += (byte | 32) === 123 ? 1 : (byte | 32) === 125 ? -1 : 0;
    }
    yield chunk;
  }
  if ((size === 0 && format !== 'jsonl') || depth !== 0) throw fail('truncated', 'ended too early');
}
