/** The length to which a text is kept that a caller chose. */
const MAX_CHARACTERS = 1000;

/** Returns a text as it is kept. A long one is copied: a slice would keep the whole text in memory. */
export const brief = (text: string): string =>
  text.length > MAX_CHARACTERS ? Array.from(text.slice(0, MAX_CHARACTERS)).concat('…').join('') : text;
