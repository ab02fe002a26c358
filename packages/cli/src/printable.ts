/** Replaces the control characters of terminals in a foreign string. Keeps line breaks. */
export const printable = (text: string): string => text.replace(/[^\P{C}\n]/gu, '\u{FFFD}');
