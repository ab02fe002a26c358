import type { ActivityEntry, ActivityFormat } from '@platform-sdk/agent-passes';

/** The columns of an exported log, in the order of the API specification. */
export const COLUMNS = [
  'agent_user_id',
  'endpoint',
  'http_method',
  'status_code',
  'client_ip',
  'user_agent',
  'started_at',
  'completed_at',
  'duration_ms',
  'success',
  'activity_type',
  'error_message',
] as const satisfies readonly (keyof ActivityEntry)[];

const TYPES: Readonly<Record<ActivityFormat, string>> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
};

/** Returns an activity log as a downloadable file. */
export const fileOf = (name: string, format: ActivityFormat, entries: readonly ActivityEntry[]): Response =>
  new Response(written(format, entries), {
    headers: {
      'content-type': TYPES[format],
      'content-disposition': `attachment; filename="${plain(name)}.${format}"; filename*=UTF-8''${extended(name)}.${format}`,
    },
  });

const written = (format: ActivityFormat, entries: readonly ActivityEntry[]): string => {
  const rows = entries.map(WRITERS[format]);
  if (format === 'json') return `[${rows.join(',')}]`;
  return format === 'csv' ? line(COLUMNS) + rows.join('') : rows.join('');
};

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

const WRITERS: Readonly<Record<ActivityFormat, (entry: ActivityEntry) => string>> = {
  json: (entry) => JSON.stringify(entry),
  csv: (entry) => line(COLUMNS.map((column) => String(entry[column] ?? ''))),
  jsonl: (entry) => `${JSON.stringify(entry)}\n`,
};

/** Quotes a CSV cell if necessary (RFC 4180). */
const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const plain = (name: string): string => name.replaceAll(/[^\w.-]/g, '_');

const extended = (name: string): string => encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
