/** Text from elsewhere, without characters that steer a terminal. Line breaks stay. */
export const printable = (text: string): string => text.replace(/[^\P{C}\n]/gu, '\u{FFFD}');
