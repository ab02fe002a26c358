/** Returns true for the text of an HTML page, whatever its declared type is. */
export const isHtml = (text: string): boolean => /^\s*<[a-z!?]/i.test(text);
