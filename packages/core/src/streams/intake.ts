import { createParser } from 'eventsource-parser';
import { PlatformError } from '../diagnostics/errors.ts';
import type { Reading } from './dialect.ts';

/** Where the text of an answer goes, piece by piece. */
export interface Intake {
  readonly feed: (text: string) => void;
  /** The text is over: throws if it was not all there is. */
  readonly end: () => void;
  /** Nobody reads any more. */
  readonly stop?: () => void;
}

export const MAX_EVENT_CHARACTERS = 32 * 1024 * 1024;

/** The parser also counts names of fields and lines without data, as they happen to be cut. */
const SLACK = 1024;

/** Makes events of an answer, whether it is the stream that was asked for or a JSON document in its place. */
export const createIntake = <Event>(type: string, reading: Reading<Event, unknown>, most: number, give: (event: Event) => void): Intake => {
  const check = (length: number): void => {
    if (length > most) throw new PlatformError('too-large', `An event is longer than ${most} characters`);
  };
  const take = (event: Event | undefined): void => {
    if (event !== undefined) give(event);
  };

  if (/^text\/event-stream\s*(?:[;,]|$)/i.test(type)) {
    const parser = createParser({
      maxBufferSize: most + SLACK,
      // Not told of comments, it need not keep them: bytes are life as they are.
      onEvent({ data, event }) {
        if (reading.state() === 'over') return;
        check(data.length);
        take(reading.message(data, event));
      },
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') check(Infinity);
      },
    });
    return {
      feed: (text) => parser.feed(text),
      end() {
        if (reading.state() === 'open') throw new PlatformError('truncated', 'The stream ended before its end marker');
      },
    };
  }

  let text = '';
  return {
    feed(piece) {
      text += piece;
      check(text.length);
    },
    end() {
      const event = /\bjson\b/i.test(type) && text ? reading.whole(JSON.parse(text.replace(/^\uFEFF/, '')) as unknown) : undefined;
      if (event === undefined)
        throw new PlatformError('shape', `The answer is ${text ? type || 'of no type' : 'empty'} where a stream was asked for`);
      give(event);
    },
  };
};
