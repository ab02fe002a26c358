const ESCAPE = String.fromCharCode(27);

const colour =
  (code: number) =>
  (text: string): string =>
    `${ESCAPE}[${code}m${text}${ESCAPE}[0m`;

/** Terminal colours for log lines. */
export const dim = colour(2);
export const red = colour(31);
export const green = colour(32);
export const yellow = colour(33);
export const cyan = colour(36);
