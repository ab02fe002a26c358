/** Returns a count with its noun: `1 warning`, `2 warnings`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
