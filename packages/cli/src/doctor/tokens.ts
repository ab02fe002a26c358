/** A description of a token, with the remaining lifetime of a JWT. */
export interface TokenKind {
  readonly kind: string;
  readonly isExpired: boolean;
}

const membersOf = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
};

/** Describes a token. The description contains no part of the token. */
export const kindOf = (token: string, now: number): TokenKind => {
  const parts = token.split('.');
  const claims = parts.length === 3 && membersOf(parts[0] ?? '')?.['alg'] !== undefined ? membersOf(parts[1] ?? '') : undefined;
  if (!claims) return { kind: `an opaque token of ${token.length} characters`, isExpired: false };
  const { exp } = claims;
  if (typeof exp !== 'number') return { kind: 'a JWT without an end', isExpired: false };
  const seconds = Math.round(exp - now / 1000);
  return seconds > 0
    ? { kind: `a JWT that lives ${inWords(seconds)} more`, isExpired: false }
    : { kind: `a JWT that ended ${inWords(-seconds)} ago`, isExpired: true };
};

const inWords = (seconds: number): string => {
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86_400)} days`;
};
