/** Replaces the control characters of an untrusted string, because a terminal would obey them. Keeps line breaks. */
export const printable = (text: string): string => text.replace(/[^\P{C}\n]/gu, '\u{FFFD}');
