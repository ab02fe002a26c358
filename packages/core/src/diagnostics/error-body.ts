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
/** Levels of a body that are searched for a message. */
const MAX_DEPTH = 4;
/** Characters of a cut JSON text that are searched for a message. */
const MAX_SEARCH = 65_536;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const membersOf = (value: unknown): Members => (isObject(value) ? (value as Members) : {});
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
const textOf = (...candidates: readonly unknown[]): string | undefined =>
  candidates.find((candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '')?.trim();
const codeOf = (...candidates: readonly unknown[]): string | undefined =>
  textOf(...candidates.map((candidate) => (typeof candidate === 'number' ? String(candidate) : candidate)));

/** Returns true for a value with content. A list or an object of empty values has none: some servers send all members of an error with a success. */
export const isFilled = (value: unknown): boolean => (isObject(value) ? Object.values(value).some(Boolean) : Boolean(value));

/** Returns true if a text is an HTML page, whatever its declared type is. */
export const isHtml = (text: string): boolean => /^\s*<[a-z!?]/i.test(text);

/**
 * Reads the error dialects: JSON:API `errors[]`, `errors{}` by field, `error{}`, `error`, `detail`, FastAPI `detail[]`, `message`, one of
 * these within another or in a list, plain text, a proxy's HTML.
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
  const report = firstOf(body);
  const { errors, error, detail, code, trace_id } = membersOf(report);
  const first = membersOf(firstOf(errors));
  // The types of FastAPI's faults are no codes.
  const inner = membersOf(firstOf(isObject(error) || Array.isArray(detail) ? error : detail));
  const words = wordsOf(report);
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

/** The members that contain a message, the most detailed first. */
const NAMES = ['message', 'detail', 'error_description', 'msg', 'title', 'Message'];

/** Returns the message of a failure in any dialect. A list has one sentence per fault. */
const wordsOf = (value: unknown, depth = MAX_DEPTH): string | undefined => {
  if (!isObject(value) || depth === 0) return textOf(value);
  if (Array.isArray(value)) return sentenceOfAll(value.map((fault) => [placeOf(fault), fault]), depth);
  const { errors, error } = membersOf(value);
  const others = NAMES.map((name) => membersOf(value)[name]);
  // An error that is a text may be a mere code.
  for (const candidate of [firstOf(errors), ...(isObject(error) ? [error, ...others] : [...others, error])]) {
    const words = wordsOf(candidate, depth - 1);
    if (words) return words;
  }
  // Rails, Laravel and ASP.NET: a list of sentences for each field.
  return isObject(errors) && !Array.isArray(errors) ? sentenceOfAll(Object.entries(errors), depth) : undefined;
};

/** Joins the sentences of faults, each with its place if it has one. */
const sentenceOfAll = (faults: readonly (readonly [place: string, fault: unknown])[], depth: number): string | undefined =>
  textOf(
    faults
      .slice(0, MAX_FAULTS)
      .map(([place, fault]) => {
        const words = wordsOf(fault, depth - 1);
        return words && place ? `${place}: ${words}` : words;
      })
      .filter(Boolean)
      .join('; '),
  );

/** Returns the place of a fault in a request, as FastAPI sends it. */
const placeOf = (fault: unknown): string => {
  const { loc } = membersOf(fault);
  return Array.isArray(loc)
    ? loc
        .slice(1)
        .filter((part) => !isObject(part))
        .join('.')
    : '';
};
