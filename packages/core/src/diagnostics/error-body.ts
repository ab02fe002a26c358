type Members = Record<string, unknown>;

/** What an error answer says, whatever its dialect. */
export interface ErrorReport {
  /** The server's own sentence, when it has one. */
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  readonly traceId?: string | undefined;
  /** The title, when the answer is an HTML page. */
  readonly page?: string | undefined;
  /** Parsed JSON, or the start of a text. */
  readonly body?: unknown;
}

const LONGEST_TEXT = 500;

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});
const textOf = (...candidates: readonly unknown[]): string | undefined =>
  candidates.find((candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '')?.trim();
const codeOf = (...candidates: readonly unknown[]): string | undefined =>
  textOf(...candidates.map((candidate) => (typeof candidate === 'number' ? String(candidate) : candidate)));

/** Whether a text is a page, whatever it is declared as. */
export const isHtml = (text: string): boolean => /^\s*<[a-z!]/i.test(text);

/** Reads the error dialects: JSON:API `errors[]`, `error{}`, `error`, `detail`, FastAPI `detail[]`, `message`, plain text, a proxy's HTML. */
export const readError = (text: string, clean: (text: string) => string): ErrorReport => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Only a plain title is repeated: an escaped one may hold what cannot be recognised.
    if (isHtml(text)) return { page: /<title[^>]{0,99}>([^<&]{1,99})<\//i.exec(clean(text))?.[1]?.trim() ?? '' };
    // Cleaned before it is cut, or a part of a secret could be left.
    const plain = clean(text.trim()).slice(0, LONGEST_TEXT);
    return plain ? { message: plain, body: plain } : {};
  }
  const { errors, error, message, detail, code, trace_id } = membersOf(body);
  const first = membersOf(Array.isArray(errors) ? errors[0] : undefined);
  const inner = membersOf(error);
  return {
    message: textOf(first['detail'], first['title'], first['message'], inner['message'], message, detail, error, faults(detail), body),
    code: codeOf(first['code'], inner['code'], code, inner['type']),
    traceId: textOf(inner['trace_id'], trace_id),
    body,
  };
};

/** FastAPI: one sentence per field. */
const faults = (detail: unknown): string | undefined =>
  Array.isArray(detail)
    ? detail
        .map((fault) => {
          const { loc, msg } = membersOf(fault);
          return `${Array.isArray(loc) ? `${loc.slice(1).join('.')}: ` : ''}${textOf(msg) ?? 'invalid'}`;
        })
        .join('; ')
    : undefined;
