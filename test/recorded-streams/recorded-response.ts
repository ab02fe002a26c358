import { createConverterClient, type ConverterClient } from '@platform-sdk/converter';

/** One response of a service, and the function that reads it. */
export interface RecordedResponse {
  readonly name: string;
  readonly contentType: string;
  readonly body: string;
  /** Reads the response that `fetch` returns. */
  readonly read: (fetch: typeof globalThis.fetch) => Promise<unknown>;
  /** Returns the result of a response that ends right after its finish reason. Default: only the complete result is correct. */
  readonly early?: (whole: unknown) => unknown;
}

export const TEXT = 'text/plain; charset=utf-8';
export const JSON_TYPE = 'application/json; charset=utf-8';
export const NDJSON = 'application/x-ndjson';
export const ESCAPE = '\u001b';
export const RULE = '━'.repeat(12);
export const url = 'https://docs.example.com/guide';

/** Reads a response with the converter's client. */
export const reading =
  (ask: (converter: ConverterClient) => { result(): Promise<unknown> }): RecordedResponse['read'] =>
  (fetch) =>
    ask(createConverterClient({ baseUrl: 'https://converter.test', fetch, retry: { limit: 0 } })).result();

/** Returns the final JSON, after its delimiter. */
export const final = (document: unknown, space?: number): string => `\n__JSON__${JSON.stringify(document, undefined, space)}`;
/** Returns the lines of a plain-text log. */
export const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
/** Returns the lines of a JSON log. */
export const events = (...all: readonly object[]): string => lines(...all.map((event) => JSON.stringify(event)));

/** The summary that a batch logs. */
export const SUMMARY = lines(
  `  ${RULE}`,
  '  ✅ Success: 1/3',
  '  📦 Cached:  1',
  '  ❌ Failed:  2',
  '  📝 Total words: 1,234',
  `  ${RULE}`,
  '',
  '  Failed URLs:',
  `    - ${url}/a`,
  '',
);
/** The pages that a batch logs. */
export const PAGES = lines(
  `  ${ESCAPE}[1mconverter${ESCAPE}[0m — Batch Mode`,
  '  URLs: 3 · Concurrency: 3',
  `  ✅ [1/3] ${url} → 1.2 KB, 20 words (1.1s)`,
  `  ❌ [2/3] ${url}/a (20.4s)`,
  `  ❌ [3/3] ${url}/b (20.4s)`,
);
