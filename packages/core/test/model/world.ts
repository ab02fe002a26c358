import { PlatformError, type Lease, type SessionLock, type SessionRecord, type Tokens, type TokenStore } from '@platform-sdk/core';
import type * as Sessions from '../../src/session/session.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

// No entry of the package exports this module.
const { createSession } = (await import(new URL('../../src/session/session.ts', import.meta.url).href)) as typeof Sessions;

/** A tab or a process. */
export interface Process {
  readonly name: string;
  session: Sessions.LiveSession;
  isDead: boolean;
  frozenUntil: number;
  /** The process cannot read the store before this time. */
  unreadableUntil: number;
  /** The milliseconds by which the wall clock has jumped. */
  wallMs: number;
  /** The refresh tokens that the process has received, or will receive. */
  readonly received: Set<string>;
  readonly events: string[];
}

/** The state of a refresh token at the service. */
interface Token {
  readonly user: string;
  isUsed: boolean;
  /** True if a process may send the token again. */
  isExcused: boolean;
  sends: number;
  /** The process that received the rejection of the token, and the time. */
  rejection?: { readonly process: Process; readonly at: number };
}

const never = (): Promise<never> => new Promise(() => undefined);

export interface World {
  readonly problems: string[];
  readonly processes: Process[];
  readonly server: Server;
  readonly stored: () => SessionRecord | undefined;
  /** Returns the newest record that the process can see. */
  readonly visibleTo: (process: Process) => SessionRecord | undefined;
  start(): Process;
  crash(process: Process): void;
  /** Takes the lock from a working holder. */
  loseLock(): void;
  /** The last sign-in or sign-out. */
  action: { readonly type: 'sign-in' | 'sign-out'; readonly user: string | undefined } | undefined;
  /** The number of running actions. `isContested` is true if the last action overlapped another, or was for another user. */
  acting: number;
  isContested: boolean;
  /** True after an action of a process that has died, frozen or failed to read the store. Such an action may finish at any time. */
  isDoubtful: boolean;
}

interface Server {
  login(user: string): Tokens;
  tokens: Map<string, Token>;
  /** The valid refresh token of each user. */
  valid: Map<string, string>;
  /** Access tokens that have expired. */
  over: Set<string>;
  busyUntil: number;
  downUntil: number;
}

const LOCK_DEADLINE_MS = 5000;

export const createWorld = (timeline: Timeline, random: Random, maxLagMs: number): World => {
  const { now, after } = timeline;
  const problems: string[] = [];
  const processes: Process[] = [];
  let count = 0;

  const server: Server = {
    tokens: new Map(),
    valid: new Map(),
    over: new Set(),
    busyUntil: 0,
    downUntil: 0,
    login: (user) => issue(user),
  };
  const issue = (user: string): Tokens => {
    const refreshToken = `${user}-refresh-${++count}`;
    server.tokens.set(refreshToken, { user, isUsed: false, isExcused: false, sends: 0 });
    server.valid.set(user, refreshToken);
    return { id: user, accessToken: `${user}-access-${count}`, refreshToken };
  };

  /** Waits while a process is frozen. Never resolves if the process is dead. */
  const alive = async (process: Process): Promise<void> => {
    while (!process.isDead && now() < process.frozenUntil) await after(process.frozenUntil - now());
    if (process.isDead) await never();
  };

  /** Exchanges a refresh token as the service does. The request and the response each take some time. */
  const refresh = async (process: Process, refreshToken: string, lease: () => Lease | undefined): Promise<Tokens> => {
    await alive(process);
    // In reality, the timers of a frozen process do not fire. Before it sends, a process checks whether it has lost its lease.
    if (lease()?.signal.aborted) throw new PlatformError('network', 'Not sent', { outcome: 'not-sent' });
    const token = server.tokens.get(refreshToken);
    if (!token) throw new Error('A token that was never issued');
    if (token.sends > 0 && !token.isExcused && !isUntold(token)) problems.push(`${process.name} sent ${refreshToken} again`);
    token.sends++;
    token.isExcused = false;
    const excuse = (): void => void (token.isExcused = true);
    const isLost = (): boolean => process.isDead || lease()?.signal.aborted === true;
    senders.add({ process, excuse, isLost });
    await after(random.below(200));
    if (isLost()) excuse();
    if (now() < server.downUntil || now() < server.busyUntil) {
      const isBusy = now() < server.busyUntil;
      excuse();
      await after(random.below(200));
      await alive(process);
      throw new PlatformError('http', 'Not now', { status: isBusy ? 429 : 503, ...(isBusy && { retryAfterSeconds: 1 }) });
    }
    const isTaken = !token.isUsed && server.valid.get(token.user) === refreshToken;
    const next = isTaken ? issue(token.user) : undefined;
    if (isTaken) token.isUsed = true;
    if (next) process.received.add(next.refreshToken);
    await after(random.below(300));
    if (isLost()) excuse();
    await alive(process);
    if (next) return next;
    token.rejection = { process, at: now() };
    throw new PlatformError('http', 'Used', { status: 401 });
  };
  /** Returns true if the process that received a rejection could not store it. */
  const isUntold = ({ rejection }: Token): boolean => {
    if (!rejection) return false;
    const { process, at } = rejection;
    return process.isDead || process.frozenUntil >= at || process.unreadableUntil >= at;
  };
  const senders = new Set<{ readonly process: Process; readonly excuse: () => void; readonly isLost: () => boolean }>();
  const excuseLost = (): void => {
    for (const sender of senders) if (sender.isLost()) sender.excuse();
  };

  // The store: a write takes some time, and other processes see it only later.
  const history: { readonly record: SessionRecord; readonly by: Process; readonly seenAt: Map<Process, number> }[] = [];
  const stored = (): SessionRecord | undefined => history.at(-1)?.record;
  const visibleTo = (process: Process): SessionRecord | undefined =>
    history.findLast(({ by, seenAt }) => by === process || now() >= (seenAt.get(process) ?? 0))?.record;
  const listeners = new Map<Process, () => void>();
  const storeOf = (process: Process): TokenStore => ({
    async get() {
      await after(random.below(10));
      await alive(process);
      if (now() < process.unreadableUntil) throw new Error('unreadable');
      return visibleTo(process);
    },
    async set(next, expected) {
      await alive(process);
      await after(random.below(40));
      // The write continues even if its process dies.
      if ((stored()?.generation ?? 0) !== expected) {
        await alive(process);
        return false;
      }
      const seenAt = new Map(processes.map((each) => [each, now() + random.below(maxLagMs + 1)]));
      history.push({ record: next, by: process, seenAt });
      if (history.length > 50) history.shift();
      for (const [each, at] of seenAt) {
        timeline.at(at + random.below(50), () => !each.isDead && now() >= each.frozenUntil && listeners.get(each)?.());
      }
      await after(Math.max(0, ...seenAt.values()) - now());
      await alive(process);
      return true;
    },
    subscribe(listener) {
      listeners.set(process, listener);
      return () => listeners.delete(process);
    },
  });

  // The lock: a queue of waiters. Its holder can die, freeze or lose the lock.
  interface Waiter {
    readonly process: Process;
    readonly grant: (lease: Lease) => void;
  }
  const queue: Waiter[] = [];
  let holder: { readonly process: Process; readonly lost: AbortController; readonly since: number } | undefined;
  const next = (): void => {
    const waiter = queue.shift();
    holder = undefined;
    if (!waiter) return;
    if (waiter.process.isDead) return next();
    const lost = new AbortController();
    const mine = (holder = { process: waiter.process, lost, since: now() });
    waiter.grant({
      signal: lost.signal,
      release: async () => {
        await alive(mine.process);
        if (holder === mine) next();
      },
    });
  };
  const lose = (): void => {
    holder?.lost.abort();
    excuseLost();
    next();
  };
  const checkHolder = (): void => {
    const found = holder;
    if (!found) return;
    if (found.process.isDead) timeline.at(now() + random.below(1000), () => holder === found && lose());
    else timeline.at(found.since + LOCK_DEADLINE_MS, () => holder === found && queue.length > 0 && lose());
  };
  const lockOf = (process: Process, hold: (lease: Lease) => void): SessionLock => ({
    acquire: async (signal) => {
      await alive(process);
      const lease = await new Promise<Lease>((grant, reject) => {
        const waiter = { process, grant };
        queue.push(waiter);
        signal?.addEventListener('abort', () => {
          const place = queue.indexOf(waiter);
          if (place >= 0) queue.splice(place, 1);
          reject(new Error('left'));
        });
        if (holder) checkHolder();
        else next();
      });
      await alive(process);
      hold(lease);
      return lease;
    },
  });

  const start = (): Process => {
    let lease: Lease | undefined;
    const process: Process = {
      name: `p${processes.length}`,
      session: undefined as unknown as Sessions.LiveSession,
      isDead: false,
      frozenUntil: 0,
      unreadableUntil: 0,
      wallMs: 0,
      received: new Set(),
      events: [],
    };
    process.session = createSession({
      store: storeOf(process),
      lock: lockOf(process, (acquired) => (lease = acquired)),
      refresh: (refreshToken) => refresh(process, refreshToken, () => lease),
      clock: { now: () => 1_768_435_200_000 + now() + process.wallMs, monotonic: now },
      log: undefined,
      maxRetryAfterMs: 30_000,
    });
    processes.push(process);
    return process;
  };

  return {
    problems,
    processes,
    server,
    stored,
    visibleTo,
    start,
    crash(process) {
      process.isDead = true;
      excuseLost();
      if (holder?.process === process) checkHolder();
    },
    loseLock: lose,
    action: undefined,
    acting: 0,
    isContested: false,
    isDoubtful: false,
  };
};
