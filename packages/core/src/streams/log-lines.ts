import { PlatformError } from '../diagnostics/errors.ts';
import { createJsonScan } from './json-scan.ts';
import { createPaddingScan } from './terminal-codes.ts';

/** Splits a log into its lines, however its pieces are cut. */
export interface LogLines {
  push(text: string): void;
  /** Passes on the last line, which has no line end. */
  flush(): void;
  /** Called at the end of the response. Returns false, and holds the last line back, if that line is the beginning of a JSON document. */
  end(): boolean;
}

const MAX_LINE_CHARACTERS = 1024 * 1024;

/** Throws if a length exceeds its limit. */
export const checkLength = (length: number, most: number, name: string): void => {
  if (length > most) throw new PlatformError('too-large', `${name} is longer than ${most} characters`);
};

/** Calls `give` with every line that is not blank. A line of JSON may be as long as a result, other lines 1 Mi characters. */
export const createLogLines = (most: number, give: (line: string, isEnded: boolean) => void): LogLines => {
  let line = '';
  /** The line begins like a JSON object. */
  let isDocument = false;
  let padding = createPaddingScan();
  /** Only padding of the line has arrived. */
  let isBlank = true;

  const look = (text: string): void => {
    for (const character of text) {
      isBlank = padding.take(character);
      if (isBlank) continue;
      isDocument = character === '{';
      return;
    }
  };
  const add = (text: string): void => {
    if (isBlank) look(text);
    line += text;
    checkLength(line.length, isDocument ? most : Math.min(most, MAX_LINE_CHARACTERS), 'A line');
  };
  const hand = (isEnded: boolean): void => {
    const text = line;
    line = '';
    isDocument = false;
    isBlank = true;
    padding = createPaddingScan();
    if (text.trim() !== '') give(text, isEnded);
  };

  return {
    push(text) {
      let start = 0;
      // Progress lines of terminals end with a carriage return alone.
      for (const { 0: end, index } of text.matchAll(/[\r\n]/g)) {
        add(text.slice(start, index));
        hand(true);
        start = index + end.length;
      }
      add(text.slice(start));
    },
    flush: () => hand(false),
    end() {
      if (isDocument && line !== '') {
        const scan = createJsonScan();
        if (scan.push(line, 0) && !scan.isClosed()) return false;
      }
      hand(false);
      return true;
    },
  };
};
