import { PlatformError, type StreamOptions } from '@platform-sdk/core';
import { abortSignal, object, orNull, streamOptions, type Opened } from '@platform-sdk/core/contract';
import { checkOptions, chunksOf, download, fileChunks, type Bytes, type FileForm, type ReceiveOptions } from '@platform-sdk/core/internal';
import type { AgentPassActivityExportResult, ActivityFormat, AgentPassActivityExportInput } from './types.ts';

const NAME = 'agentPasses.activity.export';

const receiveOptions = object<ReceiveOptions>({ signal: orNull(abortSignal) });

/** Opens the connection of an export. The caller receives the body while reading it. */
export const openExport = async (
  open: () => Promise<Opened>,
  { format = 'json' }: AgentPassActivityExportInput,
  options: StreamOptions,
): Promise<AgentPassActivityExportResult> => {
  const { idleMs, timeoutMs = Infinity } = checkOptions(NAME, streamOptions, options, NAME);
  const until = performance.now() + timeoutMs;
  const opened = await open();
  const { maxBytes } = opened;
  return download<ReceiveOptions>(
    opened,
    `agent-activity.${format}`,
    (source, own) => wholeOf(chunksOf(source, NAME, { signal: own?.signal, idleMs, until, maxBytes }), source.response, format),
    (own) => void checkOptions(NAME, receiveOptions, own, NAME),
  );
};

/** The formats of an export. `canBegin` returns true if a file of the format can begin with `beginning`. `type` is the response's media type. */
const FORMS: Readonly<Record<ActivityFormat, { readonly name: string; readonly canBegin: (beginning: string, type: string) => boolean }>> =
  {
    json: { name: 'JSON', canBegin: (beginning) => /[[{]$/.test(beginning) },
    jsonl: { name: 'JSON Lines', canBegin: (beginning) => beginning.endsWith('{') },
    csv: { name: 'CSV', canBegin: (beginning, type) => !/[<[{]$/.test(beginning) && !/json/i.test(type) },
  };

/** The names of members that identify an entry. These names distinguish the entry of a failed request, with `success: false`, from an error. */
const ENTRY = ['endpoint', 'agent_user_id', 'http_method', 'started_at'];
const isContent = (members: Readonly<Record<string, unknown>>): boolean =>
  ENTRY.some((name) => name in members) || ['data', 'logs', 'activities'].some((name) => Array.isArray(members[name]));

/** Yields all chunks of a file, and throws if the file is truncated. Cannot detect that a CSV or JSONL file ends early between two rows. */
async function* wholeOf(
  chunks: AsyncIterable<Bytes>,
  response: Opened['response'],
  format: ActivityFormat,
): AsyncGenerator<Bytes, undefined> {
  const type = response.headers.get('content-type') ?? '';
  const { name, canBegin } = FORMS[format];
  const form: FileForm = {
    operation: NAME,
    name,
    canBegin: (beginning) => !/html/i.test(type) && canBegin(beginning, type),
    isContent,
  };
  let depth = 0;
  let isQuoted = false;
  let isEscaped = false;
  let size = 0;
  for await (const chunk of fileChunks(chunks, response, form)) {
    size += chunk.length;
    for (const byte of format === 'csv' ? [] : chunk) {
      if (isEscaped) isEscaped = false;
      else if (byte === 92) isEscaped = true;
      else if (byte === 34) isQuoted = !isQuoted;
      // The codes of `{` and `[` differ only in the bit with the value 32, and so do the codes of `}` and `]`.
      else if (!isQuoted) depth += (byte | 32) === 123 ? 1 : (byte | 32) === 125 ? -1 : 0;
    }
    yield chunk;
  }
  if ((size === 0 && format !== 'jsonl') || depth !== 0) {
    throw new PlatformError('truncated', `The response to ${NAME} ended too early`, {
      operation: NAME,
      status: response.status,
      outcome: 'unknown',
    });
  }
}
