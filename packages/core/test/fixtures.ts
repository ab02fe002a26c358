import { vi } from 'vitest';
import {
  createClient,
  createPlatform,
  type Client,
  type LogEvent,
  type Platform,
  type PlatformOptions,
  type Tokens,
} from '@platform-sdk/core';
import type { RecordingFetch } from './recording-fetch.ts';

export const baseUrl = 'https://api.test/v1';

/** A clock that is stopped until a test advances it. */
export const standingClock = (wall = Date.UTC(2026, 0, 15)) => {
  let passed = 0;
  let jumped = 0;
  return {
    now: () => wall + passed + jumped,
    monotonic: () => passed,
    advance: (ms: number) => void (passed += ms),
    /** Sets only the wall's clock. */
    jump: (ms: number) => void (jumped += ms),
  };
};

const base64url = (value: object): string => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** An access token as the service issues them. */
export const jwt = (name: string, seconds = 900, issuedAt = 1_768_435_200): string =>
  `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ sub: name, iat: issuedAt, exp: issuedAt + seconds })}.c2lnbmF0dXJl`;

export const tokens = (name: string, seconds?: number): Tokens => ({
  id: 'user-1',
  accessToken: jwt(name, seconds),
  refreshToken: `refresh-of-${name}`,
});

/** The response to a refresh or a sign-in. */
export const sessionDocument = (name: string, seconds?: number): object => ({
  data: { id: 'user-1', type: 'session', attributes: { accessToken: jwt(name, seconds), refreshToken: `refresh-of-${name}` } },
});

/** A client of a small contract made for one test. */
export interface Bench<Contract> {
  readonly client: Client<Contract>;
  readonly platform: Platform;
  readonly events: LogEvent[];
}

export const benchOf = <Contract extends object>(
  contract: Contract,
  wire: RecordingFetch,
  options: PlatformOptions = {},
): Bench<Contract> => {
  const events: LogEvent[] = [];
  const platform = createPlatform({
    apiKey: 'app-1',
    baseUrls: { auth: 'https://auth.test/v1', organizations: baseUrl },
    fetch: wire.fetch,
    logger: (event) => events.push(event),
    ...options,
  });
  return { platform, events, client: createClient({ name: 'notes', base: 'organizations' }, contract, platform) };
};

// Fake timers replace the global one.
const immediately = setImmediate;

/** Runs all pending promises. */
export const settled = (): Promise<void> => new Promise((resolve) => void immediately(resolve));

/** Resolves when so many requests have been sent. */
export const untilSent = async ({ sent }: RecordingFetch, count: number): Promise<void> => {
  for (let turn = 0; sent.length < count; turn++) {
    if (turn === 1000) throw new Error(`${sent.length} requests were sent, not ${count}`);
    await settled();
  }
};

/** Under fake timers: lets time pass until the work has settled. */
export const passed = async <T>(work: Promise<T>): Promise<T> => {
  let open = true;
  const close = (): void => void (open = false);
  const isOpen = (): boolean => open;
  work.then(close, close);
  for (await settled(); isOpen(); await settled()) await vi.advanceTimersByTimeAsync(50);
  return work;
};
