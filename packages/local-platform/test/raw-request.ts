import { createLocalPlatform, type LocalPlatform, type LocalPlatformOptions } from '@platform-sdk/local-platform';

/** The time 2026-01-01T00:00:00.000Z, in milliseconds. */
const NEW_YEAR = Date.UTC(2026, 0, 1);

export const platformAtNewYear = (options: LocalPlatformOptions = {}): LocalPlatform =>
  createLocalPlatform({ clock: { now: () => NEW_YEAR }, ...options });

export interface RawRequest {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends `METHOD /path` with the Api-Key, as a foreign client would. */
export const send = async (platform: LocalPlatform, line: string, { token, body, headers }: RawRequest = {}): Promise<RawAnswer> => {
  const [method = '', path = ''] = line.split(' ');
  const response = await platform.fetch(`https://platform.test${path}`, {
    method,
    headers: {
      'Api-Key': 'local-api-key',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
};

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export const tokensIn = ({ body }: RawAnswer): Tokens => (body as { data: { attributes: Tokens } }).data.attributes;

export const idIn = ({ body }: RawAnswer): string => (body as { data: { id: string } }).data.id;

export const signIn = async (platform: LocalPlatform, username: string, password: string): Promise<Tokens> =>
  tokensIn(await send(platform, 'POST /auth/v1/oauth/token', { body: { username, password } }));

/** Signs in with the default account. Returns the access token. */
export const signInReady = async (platform: LocalPlatform): Promise<string> =>
  (await signIn(platform, 'ada@example.com', 'difference-engine')).accessToken;
