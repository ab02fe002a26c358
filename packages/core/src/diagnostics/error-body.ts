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
/** Levels within a body that are searched for a message. */
const MAX_DEPTH = 3;
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
 * Reads the error dialects: JSON:API `errors[]`, `error{}`, `error`, `detail`, FastAPI `detail[]`, problems of RFC 9457, OAuth, `message` and
 * sentences by field. One of these may be within another or in a list. Plain text and a proxy's HTML are read too.
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
  const { errors, error, error_description, detail, code, trace_id, traceId } = membersOf(report);
  const [one, another]: readonly unknown[] = [errors, detail].find((each): each is unknown[] => Array.isArray(each)) ?? [];
  const first = Array.isArray(errors) ? membersOf(one) : {};
  const inner = { ...membersOf(detail), ...membersOf(firstOf(error)) };
  const field = another === undefined ? fieldOf(one) : undefined;
  const words = wordsOf(report);
  return {
    message: words && clean(words).slice(0, MAX_MESSAGE),
    code: codeOf(first['code'], membersOf(first['extensions'])['code'], inner['code'], code, inner['type'], error_description && error),
    field: field && clean(field),
    traceId: textOf(inner['trace_id'], trace_id, traceId),
    body,
  };
};

/** Returns the server's message in a body, or within one of its members. */
const wordsOf = (report: unknown, depth = MAX_DEPTH): string | undefined => {
  const { errors, error, error_description, message, detail, title, msg, Message } = membersOf(report);
  const first = Array.isArray(errors) ? membersOf(errors[0]) : {};
  const { message: inner } = { ...membersOf(detail), ...membersOf(error) };
  const words = textOf(
    first['detail'],
    first['title'],
    first['message'],
    inner,
    message,
    faults(message),
    faults(errors),
    detail,
    error_description,
    title,
    msg,
    Message,
    error,
    errors,
    faults(error),
    faults(detail),
    report,
    faults(report),
  );
  if (words !== undefined || depth === 0) return words;
  for (const value of [error, message, detail].flatMap((each) => [each, firstOf(each)])) {
    const found = isObject(value) ? wordsOf(value, depth - 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
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
      const words = isItem ? textOf(fault, msg) : textOf(...(Array.isArray(fault) ? (fault as unknown[]) : []));
      const field = isItem ? fieldOf({ loc }) : name;
      // Only a sentence is repeated under a name, as any other text may be a secret.
      return words && (isItem || words.includes(' ')) ? `${field ? `${field}: ` : ''}${words}` : [];
    })
    .join('; ');
