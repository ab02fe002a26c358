import { PlatformError } from '@platform-sdk/core';
import type { AnyOperation, Operation } from '@platform-sdk/core/contract';
import type { LocalConverterJob } from '../services/converter/records.ts';
import type { Fault } from '../faults/faults.ts';
import type { SeedData, SeedResult } from '../platform/seed-data.ts';
import type { Snapshot } from '../platform/snapshot-schema.ts';
import type { Assumption } from '../routing/service.ts';
import type { InboxMessage } from '../world/inbox.ts';
import * as contract from './contract/index.ts';
import type { AccountsDocument, RequestSummary } from './documents.ts';

/** A fault as JSON. Such a fault contains no functions. */
export type RemoteFault = Omit<Fault, 'match' | 'respond'>;

/** Tokens of a session that was issued without a sign-in. Pass them to `platform.session.set`. */
export interface IssuedSession {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A memory user and a new token. */
export interface IssuedMemoryToken {
  readonly userId: string;
  readonly token: string;
}

/** A local platform in another process. Each method sends a request to the control API. */
export interface LocalControl {
  readonly inbox: {
    /** Returns the messages, oldest first. */
    all(): Promise<readonly InboxMessage[]>;
    /** Returns the last message to an e-mail address or phone number. */
    latest(address: string): Promise<InboxMessage | undefined>;
  };
  readonly clock: {
    /** Returns the time of the platform, in milliseconds since 1970. */
    now(): Promise<number>;
    /** Moves the clock forward at once. Returns the new time. */
    advance(milliseconds: number): Promise<number>;
  };
  readonly faults: {
    /** Adds a fault to the end of the queue. Returns a function that removes the fault. */
    add(fault: RemoteFault): Promise<() => Promise<void>>;
    clear(): Promise<void>;
  };
  /** Returns the requests, oldest first. */
  requests(): Promise<readonly RequestSummary[]>;
  /** Returns the jobs of the converter, oldest first. */
  jobs(): Promise<readonly LocalConverterJob[]>;
  /** Returns the accounts, keys, organizations and base URLs. The result contains secrets in clear text. */
  accounts(): Promise<AccountsDocument>;
  /** Issues a session without a sign-in. Default of `accountId`: the default account. */
  issueSession(accountId?: string): Promise<IssuedSession>;
  /** Issues a token of the memory service. Default of `userId`: a new user. */
  issueMemoryToken(userId?: string): Promise<IssuedMemoryToken>;
  /** Adds accounts, organizations and other data without registration. */
  seed(data: SeedData): Promise<SeedResult>;
  /** Removes the faults and restores the initial data: the default account, its organization and sample records. */
  reset(): Promise<void>;
  /** Returns the whole state as a JSON-compatible document. The snapshot contains secrets in clear text. */
  snapshot(): Promise<Snapshot>;
  /** Replaces the state, including the keys, with a snapshot. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Lists how the local platform behaves where the API specification is silent. */
  assumptions(): Promise<readonly Assumption[]>;
}

interface Failure {
  readonly error?: { readonly code?: string; readonly message?: string; readonly field?: string };
}

/** The operations of the control API as methods. */
export type ControlClient = {
  readonly [Name in keyof typeof contract]: (typeof contract)[Name] extends Operation<infer In, infer Out>
    ? (...input: {} extends In ? [In?] : [In]) => Promise<Out>
    : never;
};

/** Sends the input of an operation and parses the response. */
const sendTo =
  (url: string, token: string, { method, path }: AnyOperation) =>
  async (input: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
    const fields = Object.entries(input).filter(([name, value]) => value !== undefined && !path.includes(`{${name}}`));
    const address = new URL(`/_local${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))}`, url);
    const hasBody = fields.length > 0 && method !== 'GET' && method !== 'DELETE';
    if (!hasBody) for (const [name, value] of fields) address.searchParams.set(name, String(value));
    const response = await fetch(address, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(hasBody && { 'content-type': 'application/json' }) },
      ...(hasBody && { body: JSON.stringify(Object.fromEntries(fields)) }),
    }).catch((error: unknown) => {
      throw new PlatformError('network', `No local platform responds at ${address.origin}. Start it first`, {}, { cause: error });
    });
    const text = await response.text();
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    throw controlError(response.status, text, `${method} ${address.pathname}`);
  };

/**
 * Connects to a local platform in another process, such as `platform-sdk local --control-token <token>`. `url` is its origin, such as
 * `http://127.0.0.1:4010`. Every failure is a `PlatformError`. If the control API rejects a request, the error contains the `code` of the
 * response.
 */
export const connectControl = (url: string, token: string): LocalControl => {
  const client = Object.fromEntries(
    Object.entries(contract).map(([name, operation]) => [name, sendTo(url, token, operation)]),
  ) as unknown as ControlClient;

  return {
    inbox: {
      all: async () => (await client.listMessages()).messages,
      latest: async (to) => (await client.listMessages({ to })).messages.at(-1),
    },
    clock: {
      now: async () => (await client.getClock()).now,
      advance: async (ms) => (await client.advanceClock({ ms })).now,
    },
    faults: {
      async add({ times = 1, ...fault }) {
        const { id } = await client.addFault({ ...fault, times: Number.isFinite(times) ? times : null });
        return () =>
          client.removeFault({ id }).catch((error: unknown) => {
            // The platform removes a fault after the last call that it applies to, so the fault may already be gone.
            if ((error as PlatformError).code !== 'UNKNOWN_FAULT') throw error;
          });
      },
      clear: () => client.clearFaults(),
    },
    requests: async () => (await client.listRequests()).requests,
    jobs: async () => (await client.listJobs()).jobs,
    accounts: () => client.getAccounts(),
    issueSession: async (accountId) =>
      (await client.issueKey({ kind: 'session', ...(accountId !== undefined && { accountId }) })) as IssuedSession,
    issueMemoryToken: async (userId) =>
      (await client.issueKey({ kind: 'memory-token', ...(userId !== undefined && { userId }) })) as IssuedMemoryToken,
    seed: (data) => client.seed(data),
    reset: () => client.reset(),
    snapshot: () => client.getSnapshot(),
    restore: (snapshot) => client.restoreSnapshot(snapshot),
    assumptions: async () => (await client.listAssumptions()).assumptions,
  };
};

const controlError = (status: number, text: string, what: string): PlatformError => {
  let document: Failure = {};
  try {
    document = Object(JSON.parse(text)) as Failure;
  } catch {
    // The body is not JSON, so the response is not from a local platform.
  }
  const { code, message = 'the response is not that of a local platform', field } = document.error ?? {};
  return new PlatformError('http', `${what}: ${message}`, { status, code, field });
};
