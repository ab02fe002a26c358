import { MAX_FAULTS, type ErrorDetail } from './errors.ts';
import { membersOf } from './json.ts';

/** Returns true for the text of an HTML page, whatever its declared type is. */
export const isHtml = (text: string): boolean => /^\s*<[a-z!?]/i.test(text);

/** The content of an error response, in any dialect. */
export interface ErrorReport {
  /** The server's message. Absent if the body contains no message. */
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  /** The faults that the body lists, with their fields. Absent if the body lists no faults. */
  readonly details?: readonly ErrorDetail[] | undefined;
  /** The field of a single error. Absent for several errors. */
  readonly field?: string | undefined;
  readonly traceId?: string | undefined;
  /** The title or heading of an HTML page; empty if it cannot be shown. Absent if the body is not HTML. */
  readonly page?: string | undefined;
  /** Parsed JSON, or the start of other text. Absent for HTML, truncated JSON and an empty body. */
  readonly body?: unknown;
}

const MAX_TEXT = 500;
const MAX_MESSAGE = 2000;
/** The maximum depth at which a message is searched. */
const MAX_DEPTH = 4;
/** The number of characters of truncated JSON in which a message is searched. */
const MAX_SEARCH = 65_536;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
const textOf = (...candidates: readonly unknown[]): string | undefined =>
  candidates.find((candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '')?.trim();
const codeOf = (...candidates: readonly unknown[]): string | undefined =>
  textOf(...candidates.map((candidate) => (typeof candidate === 'number' ? String(candidate) : candidate)));

/**
 * Reads the error dialects: JSON:API `errors[]`, `errors{}` by field, `error{}`, `error`, `detail`, FastAPI `detail[]`, OAuth and `message`.
 * Also reads problems of RFC 9457, an object with messages for each field, plain text and a proxy's HTML. A dialect may be nested in
 * another dialect or in a list.
 */
export const readError = (text: string, clean: (text: string) => string): ErrorReport => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Only a plain title is used: an escaped title may contain a secret that cannot be recognised.
    if (isHtml(text)) return { page: /<(?:title|h1)[^>]{0,99}>([^<&]{1,99})<\//i.exec(clean(text))?.[1]?.trim() ?? '' };
    // In truncated JSON, secrets cannot be found by the names of their members, so only its message is used.
    if (/^\s*[[{]/.test(text)) return { message: sentenceOf(text, clean) };
    // Secrets are removed before the text is cut, as a part of a secret would not be recognised.
    const plain = clean(text.trim()).slice(0, MAX_TEXT);
    return plain ? { message: plain, body: plain } : {};
  }
  // Gemini's endpoint puts its error into a list.
  const report = firstOf(body);
  const { errors, error, error_description, detail, code, trace_id, traceId } = membersOf(report);
  const [one, another]: readonly unknown[] = [errors, detail].find((each): each is unknown[] => Array.isArray(each)) ?? [];
  const first = Array.isArray(errors) ? membersOf(one) : {};
  const own = membersOf(detail);
  const inner = { ...own, ...membersOf(own['error']), ...membersOf(firstOf(error)) };
  const field = another === undefined ? fieldOf(one, clean) : undefined;
  const words = wordsOf(report) ?? sentencesByField(report);
  return {
    message: words && clean(words).slice(0, MAX_MESSAGE),
    code: codeOf(first['code'], membersOf(first['extensions'])['code'], inner['code'], code, inner['type'], error_description && error),
    field: field && clean(field),
    details: detailsOf(report, clean),
    traceId: textOf(inner['trace_id'], trace_id, traceId),
    body,
  };
};

/** Returns the faults that a body contains as a list, or as an object with messages for each field. */
const detailsOf = (report: unknown, clean: (text: string) => string): readonly ErrorDetail[] | undefined => {
  const { errors, detail, message } = membersOf(report);
  const faults = [errors, detail].find((each): each is unknown[] => Array.isArray(each) && isObject(each[0]));
  const found = faults
    ? faults.slice(0, MAX_FAULTS).flatMap((fault) => {
        const words = wordsOf(fault) ?? (membersOf(fault)['loc'] === undefined ? undefined : 'invalid');
        const { code, extensions } = membersOf(fault);
        return words ? [detailOf(fieldOf(fault, clean), codeOf(code, membersOf(extensions)['code']), clean(words))] : [];
      })
    : (
        [message, errors, wordsOf(report) === undefined ? report : undefined]
          .map((each) => fieldsWithWords(each))
          .find((each) => each.length > 0) ?? []
      ).map(([field, words]) => detailOf(clean(field), undefined, clean(words)));
  return found.length > 0 ? found : undefined;
};

const detailOf = (field: string | undefined, code: string | undefined, words: string): ErrorDetail => ({
  ...(field !== undefined && { field }),
  ...(code !== undefined && { code }),
  detail: words.slice(0, MAX_MESSAGE),
});

/** Finds the server's message at the beginning of truncated JSON. */
const sentenceOf = (text: string, clean: (text: string) => string): string | undefined => {
  const [, quoted] = /"(?:message|detail|title|error)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text.slice(0, MAX_SEARCH)) ?? [];
  try {
    return quoted && clean(JSON.parse(quoted) as string).slice(0, MAX_MESSAGE);
  } catch {
    return undefined;
  }
};

/** Returns the field of an error: its `loc`, the `source` of JSON:API, or the `pointer` of RFC 9457. */
const fieldOf = (fault: unknown, clean: (text: string) => string): string | undefined => {
  const { source, pointer, loc } = membersOf(fault);
  const { pointer: place = pointer, parameter, header } = membersOf(source);
  // Secrets are removed before the path is split: a secret may contain slashes.
  const path = clean(textOf(place) ?? '').replace(/^#?\/(?:data\/)?(?:attributes\/)?/, '');
  const parts: readonly unknown[] = Array.isArray(loc) ? loc.slice(1) : path.split('/');
  return textOf(parts.filter((part) => !isObject(part)).join('.'), parameter, header);
};

/** The members that contain a message, the most detailed first. */
const NAMES = ['detail', 'error_description', 'msg', 'title', 'Message', 'fault', 'faultstring', 'hydra:description'];

/** Returns the message of a failure in any dialect. For a list, the message joins one sentence per fault. */
const wordsOf = (value: unknown, depth = MAX_DEPTH): string | undefined => {
  if (!isObject(value) || depth === 0) return textOf(value);
  if (Array.isArray(value)) return joined(value.map((fault) => faultIn(fault, depth)));
  const members = membersOf(value);
  const { errors, error, message } = members;
  // If `error` is a string, it may be just a code, so it is tried last.
  const [before, behind] = isObject(error) ? [error] : [undefined, error];
  return (
    firstWords([Array.isArray(errors) && isObject(errors[0]) ? errors[0] : undefined, before, message], depth) ??
    sentencesByField(message) ??
    (Array.isArray(errors) ? joined(errors.map((fault) => textOf(fault))) : (textOf(errors) ?? sentencesByField(errors))) ??
    firstWords([...NAMES.map((name) => members[name]), behind], depth)
  );
};

const firstWords = (candidates: readonly unknown[], depth: number): string | undefined => {
  for (const candidate of candidates) {
    const words = wordsOf(candidate, depth - 1);
    if (words) return words;
  }
  return undefined;
};

/** Returns the sentence of one fault in a list, such as a list of FastAPI. */
const faultIn = (fault: unknown, depth: number): string | undefined => {
  if (Array.isArray(fault)) return undefined;
  const { loc } = membersOf(fault);
  const words = wordsOf(fault, depth - 1) ?? (loc === undefined ? undefined : 'invalid');
  const field = fieldOf({ loc }, String);
  return words && field ? `${field}: ${words}` : words;
};

/** Returns one sentence per field, as Rails, Django, Laravel and ASP.NET list them. Strings without a space may be secrets, so they are left out. */
const sentencesByField = (value: unknown): string | undefined => joined(fieldsWithWords(value).map(([name, words]) => `${name}: ${words}`));

const fieldsWithWords = (value: unknown): (readonly [name: string, words: string])[] =>
  Array.isArray(value)
    ? []
    : Object.entries(membersOf(value))
        .slice(0, MAX_FAULTS)
        .flatMap(([name, faults]) => {
          const words = Array.isArray(faults)
            ? joined(faults.map((fault) => textOf(fault)).filter((fault) => fault?.includes(' ')))
            : undefined;
          return words ? [[name, words] as const] : [];
        });

const joined = (sentences: readonly (string | undefined)[]): string | undefined =>
  textOf(sentences.slice(0, MAX_FAULTS).filter(Boolean).join('; '));

/** Returns true for a value with content. Some servers send all error members with a success, so an object of empty values is empty. */
export const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(Boolean) : Boolean(value);

/**
 * Returns true if the body of a success reports a failure: `{"error": "..."}`, `{"errors": [...]}` or `{"success": false}`. The function
 * `isOwn` returns true for members of the documented output, which are ignored.
 */
export const reportsFailure = (document: object, isOwn = (_: string): boolean => false): boolean => {
  const { errors, error, success } = document as Readonly<Record<string, unknown>>;
  return (isFilled(errors) && !isOwn('errors')) || (isFilled(error) && !isOwn('error')) || (success === false && !isOwn('success'));
};
