import { isHtml } from './is-html.ts';

type Members = Record<string, unknown>;

/** The content of an error response, in any dialect. */
export interface ErrorReport {
  /** The server's message. Absent when the body has none. */
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  /** The field that the only error names. Absent for several errors. */
  readonly field?: string | undefined;
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
 * Reads the error dialects: JSON:API `errors[]`, `error{}`, `error`, `detail`, FastAPI `detail[]`, problems of RFC 9457, OAuth, `message`,
 * sentences by field, a list of one of these, plain text, a proxy's HTML.
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
  const { errors, error, error_description, message, detail, title, code, trace_id, traceId } = membersOf(report);
  const [one, another]: readonly unknown[] = [errors, detail].find(Array.isArray) ?? [];
  const first = Array.isArray(errors) ? membersOf(one) : {};
  const inner = { ...membersOf(detail), ...membersOf(error) };
  const field = another === undefined ? fieldOf(one) : undefined;
  const words = textOf(
    first['detail'],
    first['title'],
    first['message'],
    inner['message'],
    message,
    faults(message),
    faults(errors),
    detail,
    error_description,
    title,
    error,
    faults(detail),
    report,
    faults(report),
  );
  return {
    message: words && clean(words).slice(0, MAX_MESSAGE),
    code: codeOf(first['code'], membersOf(first['extensions'])['code'], inner['code'], code, inner['type'], error_description && error),
    field: field && clean(field),
    traceId: textOf(inner['trace_id'], trace_id, traceId),
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

/** The field of an error: its `loc`, or the `source` of JSON:API, or the `pointer` of RFC 9457. */
const fieldOf = (fault: unknown): string | undefined => {
  const { source, pointer, loc } = membersOf(fault);
  const { pointer: place = pointer, parameter, header } = membersOf(source);
  const parts = Array.isArray(loc)
    ? loc.slice(1)
    : (textOf(place)
        ?.replace(/^#?\/(?:data\/)?(?:attributes\/)?/, '')
        .split('/') ?? []);
  return textOf(parts.filter((part) => typeof part === 'string' || typeof part === 'number').join('.'), parameter, header);
};

/** One sentence for each fault of a list, such as FastAPI's, or for each field, as Rails, Django and ASP.NET list them. */
const faults = (found: unknown): string | undefined =>
  Object.entries(membersOf(found))
    .slice(0, MAX_FAULTS)
    .flatMap(([name, fault]) => {
      const isItem = Array.isArray(found);
      const { loc, msg = loc && 'invalid' } = membersOf(fault);
      const words = isItem ? textOf(fault, msg) : textOf(...(Array.isArray(fault) ? fault : []));
      const field = isItem ? fieldOf({ loc }) : name;
      // Only a sentence is repeated under a name, as any other text may be a secret.
      return words && (isItem || words.includes(' ')) ? `${field ? `${field}: ` : ''}${words}` : [];
    })
    .join('; ');
