/** The longest stored text of a caller. */
const MAX_CHARACTERS = 1000;

/** Cuts a long text. The result is a copy, because a slice would keep the whole text in memory. */
export const brief = (text: string): string =>
  text.length > MAX_CHARACTERS ? Array.from(text.slice(0, MAX_CHARACTERS)).concat('…').join('') : text;
