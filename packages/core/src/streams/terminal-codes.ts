/** Recognizes characters that terminals and keep-alives put around a text. */
export interface PaddingScan {
  /** Takes a character. Returns whether it belongs to the padding. */
  take(character: string): boolean;
}

/** White space, control characters, byte order marks and characters without a width. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const BLANK = /[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2060\ufeff]/;
const ESCAPE = '\u001b';

/** Codes that colour a text, move the cursor or name a window: CSI, OSC and the two-character ones. */
export const createPaddingScan = (): PaddingScan => {
  let code: '' | 'escape' | 'CSI' | 'OSC' = '';
  return {
    take(character) {
      if (character === ESCAPE) code = 'escape';
      else if (character === '\u009b' || (code === 'escape' && character === '[')) code = 'CSI';
      else if (code === 'escape' && character === ']') code = 'OSC';
      else if (code === 'escape') {
        if (!/[ -/]/.test(character)) code = '';
        return /[ -~]/.test(character);
      } else if (code === 'CSI' && /[ -~]/.test(character)) {
        if (character >= '@') code = '';
      } else if (code === 'OSC' && !/[\r\n]/.test(character)) {
        if (character === '\u0007') code = '';
      } else {
        code = '';
        return BLANK.test(character);
      }
      return true;
    },
  };
};

/** Returns true for a text of padding alone. */
export const isPadding = (text: string): boolean => {
  const padding = createPaddingScan();
  for (const character of text) if (!padding.take(character)) return false;
  return true;
};
