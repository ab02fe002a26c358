/** Returns a foreign string without control characters of terminals. Line breaks stay. */
export const printable = (text: string): string => text.replace(/[^\P{C}\n]/gu, '\u{FFFD}');
