import { createParser } from 'eventsource-parser';
import { PlatformError, isPlatformError, type ErrorDetails } from '../diagnostics/errors.ts';
import { isMembers } from '../diagnostics/json.ts';
import type { ReadingState } from './dialect.ts';
import { parseJson } from './event-json.ts';
import { createGrowingText, type Intake } from './text.ts';

/** Receives the messages of an event stream. */
interface EventReader {
  /** Throws a failure that a message reports, and an error for an unreadable message. */
  readonly message: (data: string, type: string | undefined) => unknown;
  readonly state: () => ReadingState;
  /** Called at the end of an event stream. Throws a failure that was held back until the end. */
  readonly end?: (() => void) | undefined;
}

/** Receives the messages of an event stream, or a JSON document that arrived instead. */
export interface MessageReader extends EventReader {
  /** Receives the JSON document. Throws for a document of another kind. */
  readonly document: (value: unknown) => void;
}

/** `events`: an event stream; `document`: JSON; `page`: HTML or XML; `other`: any other response. */
type ResponseKind = 'events' | 'document' | 'page' | 'other';

const FIELD = /^(?::|(?:data|event|id|retry)(?:[:\r\n]|$))/;
const FIELDS: readonly string[] = ['data:', 'event:', 'id:', 'retry:'];

/** Returns the kind of a response by its beginning, which takes precedence over the media type. Returns undefined while the beginning is too short. */
export const kindOf = (head: string, type: string, isWhole: boolean): ResponseKind | undefined => {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  const isLabelled = /^text\/event-stream\s*(?:[;,]|$)/i.test(type);
  if (text === '') return isWhole ? (isLabelled ? 'events' : 'other') : undefined;
  if (/^[[{]/.test(text)) return 'document';
  if (text.startsWith('<')) return 'page';
  if (isLabelled) return 'events';
  if (!isWhole && FIELDS.some((field) => field.startsWith(text))) return undefined;
  if (FIELD.test(text)) return 'events';
  return /\bjson\b/i.test(type) ? 'document' : 'other';
};

/** Reads a response of the media type `type`. The first characters determine the kind of the response, or the media type if they do not. */
export const readResponse = (type: string, reader: MessageReader, maxCharacters: number): Intake => {
  let head = '';
  let intake: Intake | undefined;

  /** Chooses the intake by the received text. Undefined if the text is too short. */
  const choose = (isWhole: boolean): Intake | undefined => {
    const kind = kindOf(head, type, isWhole);
    if (kind === undefined) return undefined;
    if (kind === 'page') throw unexpected('an HTML page', { outcome: 'unknown' });
    if (kind === 'other') throw unexpected(head.trim() === '' ? 'empty' : type || 'of no type');
    intake = kind === 'events' ? readEvents(reader, maxCharacters) : readDocument(reader, maxCharacters);
    intake.feed(head, 0);
    return intake;
  };

  return {
    feed(text, bytes) {
      if (intake) return intake.feed(text, bytes);
      head += text;
      if (!choose(false)) checkLength(head.length, maxCharacters);
    },
    end() {
      (intake ?? choose(true))?.end();
    },
  };
};

/** A margin for field names and lines without data, which the parser counts too if they arrive in separate pieces. */
const SLACK = 1024;

/** Reads an event stream. The blank line after the last message may be missing. A last message that was cut is ignored. */
export const readEvents = (reader: EventReader, maxCharacters: number): Intake => {
  let isEnding = false;
  const parser = createParser({
    maxBufferSize: maxCharacters + SLACK,
    // Comments are not passed on, so that the parser does not store them.
    onEvent({ data, event: type }) {
      if (reader.state() === 'over') return;
      checkLength(data.length, maxCharacters);
      try {
        reader.message(data, type);
      } catch (error) {
        // If the last message is unreadable, it was cut. If it reports a failure or is too long, this error is still thrown.
        if (!isEnding || (isPlatformError(error) && error.kind !== 'invalid-response')) throw error;
      }
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') checkLength(Infinity, maxCharacters);
    },
  });
  const feed = separateDataLines((text) => parser.feed(text));
  return {
    feed,
    end() {
      isEnding = true;
      feed('\n\n');
      reader.end?.();
      if (reader.state() === 'open') throw new PlatformError('truncated', 'The stream ended before its end marker');
    },
  };
};

/** Reads a JSON document that arrived instead of an event stream. */
const readDocument = (reader: MessageReader, maxCharacters: number): Intake => {
  const text = createGrowingText();
  return {
    feed(piece) {
      text.add(piece);
      checkLength(text.length(), maxCharacters);
    },
    end() {
      reader.document(parseJson(text.value().replace(/^\uFEFF/, '')));
    },
  };
};

/**
 * Passes text to a parser of events, with a blank line between consecutive `data:` lines. The parser would join them into one event, but
 * the API specification shows the gateway's stream as lines: `data: {...}`, then `data: [DONE]`. Adds blank lines only if the first line
 * contains a complete JSON object, because an object may also continue on the next line.
 */
export const separateDataLines = (feed: (text: string) => void): ((text: string) => void) => {
  let line = '';
  /** The end of the first line, and the text after it. */
  let held = '';

  let feedNext = (text: string): void => {
    const [start = ''] = held ? [] : text.split(/[\r\n]/, 1);
    line += start;
    feed(start);
    held += text.slice(start.length);
    // Waits for the beginning of the second line.
    if ('\r\ndata'.startsWith(held) || '\ndata'.startsWith(held)) return;
    feedNext = /^\r?\ndata:/.test(held) && isWhole(line) ? (later) => feed(later.replaceAll('\n', '\n\n')) : feed;
    feedNext(held);
  };
  return (text) => feedNext(text);
};

/** Returns true for a `data:` line with a complete JSON object. */
const isWhole = (line: string): boolean => {
  try {
    return isMembers(parseJson(line.replace(/^\uFEFF?data:/, '')));
  } catch {
    return false;
  }
};

/** Creates the error of a response that is neither a stream nor a document. */
export const unexpected = (what: string, details?: ErrorDetails): PlatformError =>
  new PlatformError('invalid-response', `The response is ${what}, but an event stream was expected. Check the base URL.`, details);

const checkLength = (length: number, maxCharacters: number): void => {
  if (length > maxCharacters)
    throw new PlatformError('too-large', `An event is longer than ${maxCharacters} characters. Raise maxEventCharacters to read it.`);
};
