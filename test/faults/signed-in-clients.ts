import { createAuthClient, type AuthClient } from '@platform-sdk/auth';
import { createPlatform, type LogEvent, type Platform, type PlatformOptions, type SessionEvent, type Tokens } from '@platform-sdk/core';
import { createOrganizationsClient, type OrganizationsClient } from '@platform-sdk/organizations';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { onTestFinished, vi } from 'vitest';
import { startFaultServer, type FaultServer, type Reaction } from './fault-server.ts';

export { platformErrorOf as failureOf } from '@platform-sdk/test-helpers';

export const apiKey = 'planted-api-key-5f0c';

/** The tokens of a signed-in user. Opaque tokens count as valid for 900 seconds. */
export const firstTokens: Tokens = { id: 'user-1', accessToken: 'planted-access-first-91ab', refreshToken: 'planted-refresh-first-c2d7' };
/** The tokens that a refresh of `firstTokens` returns. */
export const secondTokens: Tokens = {
  id: 'user-1',
  accessToken: 'planted-access-second-37ee',
  refreshToken: 'planted-refresh-second-8b10',
};

/** Returns the document of a response with these tokens. */
export const sessionDocument = ({ id, accessToken, refreshToken }: Tokens): object => ({
  data: { id, type: 'session', attributes: { accessToken, refreshToken } },
});

export const organizationDocument = { data: { id: 'org-1', type: 'organization', attributes: { name: 'Acme', currentUserRole: 'OWNER' } } };
export const organizationsDocument = { data: [organizationDocument.data] };

/** A platform with both clients, and its log events and session events. */
export interface Scene {
  readonly platform: Platform;
  readonly auth: AuthClient;
  readonly organizations: OrganizationsClient;
  readonly log: LogEvent[];
  readonly sessionEvents: SessionEvent[];
}

/** The clients, and their server. */
interface StartedScene extends Scene {
  readonly server: FaultServer;
}

/** Creates clients for an origin, without a session. */
export const signedOut = (origin: string, options: PlatformOptions = {}): Scene => {
  const log: LogEvent[] = [];
  const sessionEvents: SessionEvent[] = [];
  const logger = (event: LogEvent): void => {
    log.push(event);
    if (options.logger) options.logger(event);
  };
  const platform = createPlatform({ apiKey, baseUrls: { auth: `${origin}/v1`, organizations: `${origin}/v1` }, ...options, logger });
  platform.session.subscribe((event) => sessionEvents.push(event));
  return { platform, auth: createAuthClient(platform), organizations: createOrganizationsClient(platform), log, sessionEvents };
};

/** Creates clients for an origin, signed in with `firstTokens`. */
export const signedIn = async (origin: string, options?: PlatformOptions): Promise<Scene> => {
  const scene = signedOut(origin, options);
  await scene.platform.session.set(firstTokens);
  scene.sessionEvents.length = 0;
  return scene;
};

/** Starts a server with this reaction, and creates clients for it, without a session. */
export const startSignedOut = async (reaction: Reaction, options?: PlatformOptions): Promise<StartedScene> => {
  const server = await startFaultServer(reaction);
  return { server, ...signedOut(server.origin, options) };
};

/** Starts a server with this reaction, and creates clients for it, signed in with `firstTokens`. */
export const startSignedIn = async (reaction: Reaction, options?: PlatformOptions): Promise<StartedScene> => {
  const server = await startFaultServer(reaction);
  return { server, ...(await signedIn(server.origin, options)) };
};

/** The timers of `takeTimers`. */
export interface Limits {
  /** Ends every running timer of at most this many milliseconds. Default: 30,000. */
  readonly expire: (longestMs?: number) => void;
  /** The milliseconds of all timers of 10 s and more, including those that were cleared. */
  readonly set: number[];
}

/** The timeout for loading code on demand, which is slow on a busy machine. */
const LOAD_MS = 5000;

/**
 * Runs timers of less than 10 s twenty times as fast, and the timeout for loading code four times as fast. Longer timers only end when
 * `expire` is called.
 */
export const takeTimers = (): Limits => {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const set: number[] = [];
  const running = new Map<unknown, { readonly ms: number; readonly end: () => void }>();
  vi.stubGlobal('setTimeout', (work: (...rest: unknown[]) => void, ms = 0, ...rest: unknown[]) => {
    if (ms < 10_000) return start(work, ms === LOAD_MS ? ms / 4 : ms / 20, ...rest);
    const timer = start(() => undefined, 2 ** 31 - 1).unref();
    set.push(ms);
    running.set(timer, { ms, end: () => work(...rest) });
    return timer;
  });
  vi.stubGlobal('clearTimeout', (timer: NodeJS.Timeout | undefined) => {
    running.delete(timer);
    stop(timer);
  });
  return {
    set,
    expire: (longestMs = 30_000) => {
      for (const [timer, { ms, end }] of running) {
        if (ms > longestMs) continue;
        running.delete(timer);
        end();
      }
    },
  };
};

/** The sender under test, which the vitest projects set. */
export const sender = (process.env['SENDER'] ?? 'node') as 'node' | 'ky' | 'fetch';

/** Returns options that call `work` with the header names of each response when its headers arrive. `origin` selects one origin. */
export const atHeaders = (work: (names: readonly string[]) => void, origin?: string): Pick<PlatformOptions, 'fetch'> => {
  if (sender === 'node') {
    const listen = (message: unknown): void => {
      const { request, response } = message as { readonly request: ClientRequest; readonly response: IncomingMessage };
      if (origin === undefined || origin.endsWith(`//${request.getHeader('host') as string}`)) work(Object.keys(response.headers));
    };
    subscribe('http.client.response.finish', listen);
    onTestFinished(() => void unsubscribe('http.client.response.finish', listen));
    return {};
  }
  return {
    fetch: async (...request) => {
      const response = await fetch(...request);
      work([...response.headers.keys()]);
      return response;
    },
  };
};

/** Creates a clock that only moves when `advance` is called. */
export const stoppedClock = (now = 1_767_225_600_000): { now: () => number; monotonic: () => number; advance: (ms: number) => void } => {
  let passed = 0;
  return { now: () => now + passed, monotonic: () => passed, advance: (ms) => void (passed += ms) };
};

/** Returns the logged delays before retries. */
export const waitsOf = (log: readonly LogEvent[]): number[] =>
  log.flatMap((event) => ('retryInMs' in event && event.retryInMs !== undefined ? [event.retryInMs] : []));
