import { isMembers } from '../schema/members.ts';
import { parseJson } from './event-json.ts';

/** Returns true for a line of data that is a whole JSON object. */
const isWhole = (line: string): boolean => {
  try {
    return isMembers(parseJson(line.replace(/^\uFEFF?data:/, '')));
  } catch {
    return false;
  }
};

/**
 * Passes text on to a parser of events, with a blank line between lines of data that follow each other. A parser would join them into one
 * event, but the API specification shows the gateway's stream as lines: `data: {...}`, then `data: [DONE]`. The first two lines decide, because
 * an object may also continue on the next line.
 */
export const separateDataLines = (feed: (text: string) => void): ((text: string) => void) => {
  let line = '';
  /** The end of the first line, and the text behind it. */
  let held = '';

  let feedNext = (text: string): void => {
    const [start = ''] = held ? [] : text.split(/[\r\n]/, 1);
    line += start;
    feed(start);
    held += text.slice(start.length);
    // The beginning of the second line is awaited.
    if ('\r\ndata'.startsWith(held) || '\ndata'.startsWith(held)) return;
    feedNext = /^\r?\ndata:/.test(held) && isWhole(line) ? (later) => feed(later.replaceAll('\n', '\n\n')) : feed;
    feedNext(held);
  };
  return (text) => feedNext(text);
};
