/** Formats an amount of credits. */
export const credits = (amount: number): string => `${amount.toLocaleString(undefined, { maximumFractionDigits: 6 })} credits`;
