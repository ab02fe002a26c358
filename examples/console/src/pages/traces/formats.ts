/** Formats the cost of a trace, which may be a fraction of a cent. */
export const dollars = (value: number): string =>
  value.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

/** Formats a sum of costs. */
export const totalDollars = (value: number): string => value.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** Formats a number of tokens, such as `12.3 k`. */
export const tokens = (value: number): string => (value >= 10_000 ? `${(value / 1000).toFixed(1)} k` : String(Math.round(value)));
