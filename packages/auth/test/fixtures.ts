import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, type LogEvent, type PlatformOptions } from '@platform-sdk/core';
import { openStore } from '../../core/test/session-bench.ts';
import type { RecordingFetch } from '@platform-sdk/test-helpers';

export { failureOf, headersOf, json, jwt, recordingFetch, standingClock, text, tokens, untilSent } from '@platform-sdk/test-helpers';

export const baseUrl = 'https://auth.test/v1';

/** The headers of a call with only the Api-Key, and the headers of its body. */
export const anonymous = { accept: 'application/json', 'api-key': 'app-1' };
export const withBody = { 'content-type': 'application/json' };

/** Returns a session as the service sends it. */
export const sessionAnswer = (accessToken = 'access-1') => ({
  data: {
    id: 'user-1',
    type: 'session',
    attributes: {
      accessToken,
      refreshToken: `refresh-of-${accessToken}`,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
    },
  },
});

/** Returns the same session as the client returns it. */
export const session = (accessToken = 'access-1') => ({
  id: 'user-1',
  type: 'session',
  accessToken,
  refreshToken: `refresh-of-${accessToken}`,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
});

export const authBench = (wire: RecordingFetch, options: PlatformOptions = {}) => {
  const store = openStore();
  const events: LogEvent[] = [];
  const platform = createPlatform({
    apiKey: 'app-1',
    baseUrls: { auth: baseUrl },
    fetch: wire.fetch,
    session: {
      store,
    },
    logger: (event) => events.push(event),
    ...options,
  });
  const changes: string[] = [];
  platform.session.subscribe(({ type }) => changes.push(type));
  return { auth: createAuthClient(platform), platform, store, events, changes, wire };
};
