import type { Tokens } from '@platform-sdk/core';

const base64url = (value: object): string => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Creates an access token like the tokens of the service. */
export const jwt = (name: string, seconds = 900, issuedAt = 1_768_435_200): string =>
  `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ sub: name, iat: issuedAt, exp: issuedAt + seconds })}.c2lnbmF0dXJl`;

export const tokens = (name: string, seconds?: number): Tokens => ({
  id: 'user-1',
  accessToken: jwt(name, seconds),
  refreshToken: `refresh-of-${name}`,
});

/** Creates the response to a refresh or a sign-in. */
export const sessionDocument = (name: string, seconds?: number): object => ({
  data: { id: 'user-1', type: 'session', attributes: { accessToken: jwt(name, seconds), refreshToken: `refresh-of-${name}` } },
});
