import { PlatformError } from '../diagnostics/errors.ts';
import { createJsonScan } from './json-scan.ts';
import { createPaddingScan, type PaddingScan } from './terminal-codes.ts';

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

/** Printable ASCII without the space. */
const isVisible = (code: number): boolean => code > 0x20 && code < 0x7f;

/** Calls `give` with every line that is not blank. A line of JSON may be as long as a result, other lines 1 Mi characters. */
export const createLogLines = (most: number, give: (line: string, isEnded: boolean) => void): LogLines => {
  let line = '';
  /** The line begins like a JSON object. */
  let isDocument = false;
  let padding: PaddingScan | undefined;
  /** Only padding of the line has arrived. */
  let isBlank = true;

  const look = (text: string): void => {
    // Most lines begin with neither padding nor its codes.
    if (!padding && isVisible(text.charCodeAt(0))) {
      isBlank = false;
      isDocument = text.startsWith('{');
      return;
    }
    padding ??= createPaddingScan();
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
    const isGiven = !isBlank || text.trim() !== '';
    line = '';
    isDocument = false;
    isBlank = true;
    padding = undefined;
    if (isGiven) give(text, isEnded);
  };

  return {
    push(text) {
      let start = 0;
      // Progress lines of terminals end with a carriage return alone.
      let [feed, carriage] = [text.indexOf('\n'), text.indexOf('\r')];
      while (feed >= 0 || carriage >= 0) {
        const end = carriage < 0 || (feed >= 0 && feed < carriage) ? feed : carriage;
        add(text.slice(start, end));
        hand(true);
        start = end + 1;
        if (end === feed) feed = text.indexOf('\n', start);
        else carriage = text.indexOf('\r', start);
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
