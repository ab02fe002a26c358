import { PlatformError } from '@platform-sdk/core';
import type { LocalConverterJob } from '../services/converter/records.ts';
import type { Fault } from '../faults/faults.ts';
import type { SeedData, SeedResult } from '../platform/seed-data.ts';
import type { Snapshot } from '../platform/snapshot.ts';
import type { Assumption } from '../routing/service.ts';
import type { InboxMessage } from '../world/inbox.ts';
import type { AccountsDocument, RequestSummary } from './documents.ts';

/** A fault that travels as JSON. */
export type RemoteFault = Omit<Fault, 'match' | 'respond'>;

/** A session that was issued without a sign-in. `platform.session.set` takes it. */
export interface IssuedSession {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A memory user with a token. */
export interface IssuedMemoryToken {
  readonly userId: string;
  readonly token: string;
}

/** A local platform in another process, with the methods of one in this process. Each sends a request, so each returns a promise. */
export interface LocalControl {
  readonly inbox: {
    /** The messages, oldest first. */
    all(): Promise<readonly InboxMessage[]>;
    /** The last message to an e-mail address or phone number. */
    latest(address: string): Promise<InboxMessage | undefined>;
  };
  readonly clock: {
    /** The time of the platform, in milliseconds since 1970. */
    now(): Promise<number>;
    /** Lets time pass at once. Returns the new time. */
    advance(milliseconds: number): Promise<number>;
  };
  readonly faults: {
    /** Adds a fault behind the waiting ones. Returns a function that removes it. */
    add(fault: RemoteFault): Promise<() => Promise<void>>;
    clear(): Promise<void>;
  };
  /** The requests, oldest first. */
  requests(): Promise<readonly RequestSummary[]>;
  /** The jobs of the converter, oldest first. */
  jobs(): Promise<readonly LocalConverterJob[]>;
  /** The accounts, keys, organizations and base addresses. They hold secrets in clear. */
  accounts(): Promise<AccountsDocument>;
  /** Issues a session without a sign-in. Default of `accountId`: the default account. */
  issueSession(accountId?: string): Promise<IssuedSession>;
  /** Issues a token of the memory service. Default of `userId`: a new user. */
  issueMemoryToken(userId?: string): Promise<IssuedMemoryToken>;
  /** Adds accounts and organizations at once. */
  seed(data: SeedData): Promise<SeedResult>;
  /** Removes everything but the default account and its organization. */
  reset(): Promise<void>;
  /** Returns the whole state as a JSON-compatible document. It contains secrets in clear text. */
  snapshot(): Promise<Snapshot>;
  /** Replaces the state by that of a snapshot, keys included. */
  restore(snapshot: Snapshot): Promise<void>;
  /** The choices of the local platform that the API specification leaves open. */
  assumptions(): Promise<readonly Assumption[]>;
}

interface Failure {
  readonly error?: { readonly code?: string; readonly message?: string; readonly field?: string };
}

/**
 * Connects to a local platform in another process, such as `platform-sdk local --control-token <token>`. `url` is its address, such as
 * `http://127.0.0.1:4010`. Every failure is a `PlatformError` with the `code` of the control API.
 */
export const connectControl = (url: string, token: string): LocalControl => {
  const send = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const address = new URL(`/_local${path}`, url);
    const response = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) }).catch((error: unknown) => {
      throw new PlatformError('network', `No local platform responds at ${address.origin}. Start it first`, {}, { cause: error });
    });
    const text = await response.text();
    if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as Result;
    throw controlError(response.status, text, `${method} ${address.pathname}`);
  };

  const readMessages = (query = ''): Promise<{ readonly messages: readonly InboxMessage[] }> => send('GET', `/inbox${query}`);

  return {
    inbox: {
      all: async () => (await readMessages()).messages,
      latest: async (address) => (await readMessages(`?to=${encodeURIComponent(address)}`)).messages.at(-1),
    },
    clock: {
      now: async () => (await send<{ readonly now: number }>('GET', '/clock')).now,
      advance: async (milliseconds) => (await send<{ readonly now: number }>('POST', '/clock/advance', { ms: milliseconds })).now,
    },
    faults: {
      async add({ times = 1, ...fault }) {
        const added = await send<{ readonly id: number }>('POST', '/faults', { ...fault, times: Number.isFinite(times) ? times : null });
        return async () => {
          // A fault that broke all of its calls is gone.
          await send('DELETE', `/faults/${added.id}`).catch((error: unknown) => {
            if ((error as PlatformError).code !== 'UNKNOWN_FAULT') throw error;
          });
        };
      },
      clear: () => send('DELETE', '/faults'),
    },
    requests: async () => (await send<{ readonly requests: readonly RequestSummary[] }>('GET', '/requests')).requests,
    jobs: async () => (await send<{ readonly jobs: readonly LocalConverterJob[] }>('GET', '/jobs')).jobs,
    accounts: () => send('GET', '/accounts'),
    issueSession: (accountId) => send('POST', '/keys', { kind: 'session', ...(accountId !== undefined && { accountId }) }),
    issueMemoryToken: (userId) => send('POST', '/keys', { kind: 'memory-token', ...(userId !== undefined && { userId }) }),
    seed: (data) => send('POST', '/seed', data),
    reset: () => send('POST', '/reset'),
    snapshot: () => send('GET', '/snapshot'),
    restore: (snapshot) => send('PUT', '/snapshot', snapshot),
    assumptions: async () => (await send<{ readonly assumptions: readonly Assumption[] }>('GET', '/assumptions')).assumptions,
  };
};

const controlError = (status: number, text: string, what: string): PlatformError => {
  let document: Failure = {};
  try {
    document = Object(JSON.parse(text)) as Failure;
  } catch {
    // Another server than the local platform responded.
  }
  const { code, message = 'the response is not that of a local platform', field } = document.error ?? {};
  return new PlatformError('http', `${what}: ${message}`, { status, code, field });
};
