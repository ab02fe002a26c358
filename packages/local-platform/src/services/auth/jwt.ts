import { transientStore } from '../../state/store.ts';

export interface Claims {
  /** The user's id. */
  readonly sub: string;
  readonly jti: string;
  /** When the token was issued, in seconds. */
  readonly iat: number;
  /** When the token expires, in seconds. */
  readonly exp: number;
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const part = (value: object): string => base64url(encode(JSON.stringify(value)));

export const signingKey = transientStore('signing-key', () =>
  crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
);

/** Signs claims with HS256. */
export const signJwt = async (key: CryptoKey, claims: Claims): Promise<string> => {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(text))))}`;
};
