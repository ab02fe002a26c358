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

const [TAB, LINE_FEED, CARRIAGE_RETURN] = [9, 10, 13];
const MAX_LINE_CHARACTERS = 1024 * 1024;

/** Throws if a length exceeds its limit. */
export const checkLength = (length: number, most: number, name: string): void => {
  if (length > most) throw new PlatformError('too-large', `${name} is longer than ${most} characters`);
};

/** Printable ASCII without the space. */
const isVisible = (code: number): boolean => code > 0x20 && code < 0x7f;

// oxlint-disable-next-line no-control-regex -- line ends and codes are among them
const NO_CONTROLS = /[^\u0000-\u001f]*/y;

/** Returns the position of the first character below the space, from a position on. */
const controlFrom = (text: string, from: number): number => {
  NO_CONTROLS.lastIndex = from;
  NO_CONTROLS.test(text);
  return NO_CONTROLS.lastIndex;
};

/** Returns true if a text has one of the control characters above ASCII's printable ones: the only ones that belong to codes of terminals. */
const hasHighControls = (text: string): boolean => text.includes('\u007f') || text.includes('\u009b');

/**
 * Calls `give` with every line that is not blank; `isPlain` if it has no control characters. A line of JSON may be as long as a result, other
 * lines 1 Mi characters.
 */
export const createLogLines = (most: number, give: (line: string, isEnded: boolean, isPlain: boolean) => void): LogLines => {
  let line = '';
  /** The line has no control characters but tabs. */
  let isPlain = true;
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
    const wasPlain = isPlain;
    isPlain = true;
    line = '';
    isDocument = false;
    isBlank = true;
    padding = undefined;
    if (isGiven) give(text, isEnded, wasPlain);
  };

  return {
    push(text) {
      const isLow = !hasHighControls(text);
      let start = 0;
      isPlain &&= isLow;
      // One walk finds the ends of lines and their control characters.
      for (let at = controlFrom(text, 0); at < text.length; at = controlFrom(text, at + 1)) {
        const control = text.charCodeAt(at);
        // Progress lines of terminals end with a carriage return alone.
        if (control === LINE_FEED || control === CARRIAGE_RETURN) {
          add(text.slice(start, at));
          hand(true);
          isPlain = isLow;
          start = at + 1;
        } else if (control !== TAB) isPlain = false;
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
