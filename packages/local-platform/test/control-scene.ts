import {
  createLocalPlatform,
  serve,
  type ControlOptions,
  type LocalPlatform,
  type LocalPlatformOptions,
  type LocalServer,
} from '@platform-sdk/local-platform';
import { onTestFinished } from 'vitest';

export const TOKEN = 'a token of the test';

/** All fields that tests read in responses. Each response contains only some of them. */
interface ControlBody extends Record<string, unknown> {
  readonly id: number;
  readonly error: { readonly code: string; readonly field?: string };
  readonly requests: readonly {
    readonly id: number;
    readonly canRestore: boolean;
    readonly repeatOf?: number;
    readonly who: string | null;
  }[];
  readonly accounts: readonly { readonly username: string }[];
  readonly organizations: readonly { readonly id: string; readonly wallets: readonly { readonly addressHash: string }[] }[];
  readonly faults: readonly { readonly remaining: number | null }[];
  readonly records: readonly { readonly record: object }[];
  readonly jobs: readonly object[];
  readonly requestBody: { readonly text: string };
  readonly responseBody: { readonly text: string };
  readonly accessToken: string;
  readonly token: string;
  readonly secretToken: string;
  readonly agentUserId: string;
}

interface ControlAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ControlBody;
}

export interface ControlScene {
  readonly platform: LocalPlatform;
  readonly server: LocalServer;
  /** Sends `METHOD /path` to the control API with its token. */
  readonly control: (line: string, body?: unknown, headers?: Record<string, string>) => Promise<ControlAnswer>;
  /** Sends `METHOD /path` to a service with the Api-Key. */
  readonly call: (line: string, body?: unknown, headers?: Record<string, string>) => Promise<ControlAnswer>;
  /** Signs in with the default account. Returns its tokens. */
  readonly signIn: () => Promise<{ accessToken: string; refreshToken: string }>;
}

const answerOf = async (response: Response): Promise<ControlAnswer> => {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : { text }) as ControlBody,
  };
};

export const startControl = async (
  { token = TOKEN, ...options }: ControlOptions = {},
  platformOptions: LocalPlatformOptions = {},
): Promise<ControlScene> => {
  const platform = createLocalPlatform(platformOptions);
  const server = await serve(platform, { control: { token, ...options } });
  onTestFinished(() => server.close());
  const send = async (prefix: string, line: string, body: unknown, headers: Record<string, string>): Promise<ControlAnswer> => {
    const [method = '', path = ''] = line.split(' ');
    const json = body !== undefined && { 'content-type': 'application/json' };
    const response = await fetch(server.origin + prefix + path, {
      method,
      headers: { ...json, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return answerOf(response);
  };
  const call: ControlScene['call'] = (line, body, headers = {}) => send('', line, body, { 'Api-Key': platform.apiKey, ...headers });
  return {
    platform,
    server,
    call,
    control: (line, body, headers = {}) => send('/_local', line, body, { authorization: `Bearer ${token}`, ...headers }),
    async signIn() {
      const { email, password } = platform.account;
      const { body } = await call('POST /auth/v1/oauth/token', { username: email, password });
      return (body as unknown as { data: { attributes: { accessToken: string; refreshToken: string } } }).data.attributes;
    },
  };
};
