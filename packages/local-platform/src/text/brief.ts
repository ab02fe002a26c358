/** The maximum length of a stored string from a caller. */
const MAX_CHARACTERS = 1000;

/** Cuts a long text. Returns a copy, because a slice would keep the complete text in memory. */
export const brief = (text: string): string =>
  text.length > MAX_CHARACTERS ? Array.from(text.slice(0, MAX_CHARACTERS)).concat('…').join('') : text;
