import { isHtml } from './is-html.ts';

type Members = Record<string, unknown>;

/** The content of an error response, in any dialect. */
export interface ErrorReport {
  /** The server's message. Absent when the body has none. */
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly traceId?: string | undefined;
  /** The title of an HTML page. Absent for other bodies. */
  readonly page?: string | undefined;
  /** Parsed JSON, or the start of a text. */
  readonly body?: unknown;
}

const MAX_TEXT = 500;
const MAX_MESSAGE = 2000;
const MAX_FAULTS = 100;
/** Characters of a cut JSON text that are searched for a message. */
const MAX_SEARCH = 65_536;

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});
const textOf = (...candidates: readonly unknown[]): string | undefined =>
  candidates.find((candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '')?.trim();
const codeOf = (...candidates: readonly unknown[]): string | undefined =>
  textOf(...candidates.map((candidate) => (typeof candidate === 'number' ? String(candidate) : candidate)));

/**
 * Reads the error dialects: JSON:API `errors[]`, `error{}`, `error`, `detail`, FastAPI `detail[]`, `message`, a list of one of these, plain
 * text, a proxy's HTML.
 */
export const readError = (text: string, clean: (text: string) => string): ErrorReport => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Only a plain title is repeated: an escaped one may hold what cannot be recognised.
    if (isHtml(text)) return { page: /<title[^>]{0,99}>([^<&]{1,99})<\//i.exec(clean(text))?.[1]?.trim() ?? '' };
    // Cut JSON cannot be parsed, and secrets are found by the names of its members.
    if (/^\s*[[{]/.test(text)) return { message: sentenceOf(text, clean) };
    // Cleaned before it is cut, or a part of a secret could be left.
    const plain = clean(text.trim()).slice(0, MAX_TEXT);
    return plain ? { message: plain, body: plain } : {};
  }
  // Gemini's endpoint puts its error into a list.
  const report: unknown = Array.isArray(body) ? body[0] : body;
  const { errors, error, message, detail, code, trace_id } = membersOf(report);
  const first = membersOf(Array.isArray(errors) ? errors[0] : undefined);
  const inner = membersOf(error);
  const words = textOf(first['detail'], first['title'], first['message'], inner['message'], message, detail, error, faults(detail), report);
  return {
    message: words && clean(words).slice(0, MAX_MESSAGE),
    code: codeOf(first['code'], inner['code'], code, inner['type']),
    traceId: textOf(inner['trace_id'], trace_id),
    body,
  };
};

/** Finds the server's message in the beginning of a JSON text. */
const sentenceOf = (text: string, clean: (text: string) => string): string | undefined => {
  const [, quoted] = /"(?:message|detail|title|error)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text.slice(0, MAX_SEARCH)) ?? [];
  try {
    return quoted && clean(JSON.parse(quoted) as string).slice(0, MAX_MESSAGE);
  } catch {
    return undefined;
  }
};

/** FastAPI: one sentence per field. */
const faults = (detail: unknown): string | undefined =>
  Array.isArray(detail)
    ? detail
        .slice(0, MAX_FAULTS)
        .map((fault) => {
          const { loc, msg } = membersOf(fault);
          const path = Array.isArray(loc) ? loc.slice(1).filter((part) => typeof part === 'string' || typeof part === 'number') : [];
          return `${path.length > 0 ? `${path.join('.')}: ` : ''}${textOf(msg) ?? 'invalid'}`;
        })
        .join('; ')
    : undefined;
