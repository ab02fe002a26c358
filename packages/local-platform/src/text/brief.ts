/** The longest caller-chosen text that is kept. */
const MAX_CHARACTERS = 1000;

/** Returns the kept part of a text. A long text is copied: a slice would keep the whole text in memory. */
export const brief = (text: string): string =>
  text.length > MAX_CHARACTERS ? Array.from(text.slice(0, MAX_CHARACTERS)).concat('…').join('') : text;
