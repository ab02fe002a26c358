import type { LocalSettings, Named, PendingWrites, WriteKind } from './changes.ts';
import { byKind, KINDS, merge, NONE, overlay, without } from './changes.ts';

/** A number for each setting's last change, derived from the time. In every tab, later changes get higher stamps. */
type Stamps = Readonly<Record<WriteKind, Named<number>>>;

/** An attempt to send a write. The service may apply it late, after newer writes. */
export interface Attempt {
  /** Later attempts have higher numbers. */
  readonly number: number;
  /** The stamp of the oldest value that the service may still apply. */
  readonly stamp: number;
  /** The latest time at which the attempt ends, by the wall clock in milliseconds; 0 if no request is running. */
  readonly until: number;
}

/** One user's settings and unsent changes. */
export interface Entry {
  readonly values: LocalSettings;
  readonly pending: PendingWrites;
  readonly stamps: Stamps;
  /** The latest value of every setting that was changed on this device, sent or unsent. */
  readonly written: PendingWrites;
  readonly attempts: Readonly<Record<WriteKind, Named<Attempt>>>;
}

export const emptyEntry = (values: LocalSettings): Entry => ({ values, pending: NONE, stamps: NONE, written: NONE, attempts: NONE });

/**
 * Returns the stamp of a change: the current time, or a larger number if a known stamp is later. So a new change is the newest, even after
 * the store was emptied. The random fraction distinguishes two tabs that change a setting at the same time.
 */
const nextStamp = (stamps: Stamps, now: number): number =>
  Math.max(now, 1 + Math.floor(Math.max(0, ...KINDS.flatMap((kind) => Object.values(stamps[kind]))))) + Math.random();

/** Returns the entry with additional unsent changes. */
export const changed = (entry: Entry, writes: Partial<PendingWrites>, now: number): Entry => {
  const stamp = nextStamp(entry.stamps, now);
  const stamps = byKind<Stamps>((kind) => ({ ...entry.stamps[kind], ...mapped(writes[kind], () => stamp) }));
  return {
    ...entry,
    values: overlay(entry.values, writes),
    pending: merge(entry.pending, writes),
    written: merge(entry.written, writes),
    stamps,
  };
};

const mapped = <Value, Made>(all: Named<Value> | undefined, make: (value: Value, name: string) => Made): Named<Made> =>
  Object.fromEntries(Object.entries(all ?? {}).map(([name, value]) => [name, make(value, name)]));

/**
 * Merges the entries that two tabs have for the same user. A tab sees another tab's write only after a delay, so each tab may have
 * overwritten the other's write. The later change of a setting wins. A change that either tab has sent is not pending.
 */
export const join = (mine: Entry, stored: Entry): Entry => {
  const pending = merge<PendingWrites>(stored.pending);
  const written = merge<PendingWrites>(stored.written);
  const stamps: Record<WriteKind, Record<string, number>> = merge<Stamps>(stored.stamps);
  const values: Record<string, unknown> = { ...stored.values };
  for (const kind of KINDS) {
    const waiting: Record<string, unknown> = pending[kind];
    for (const [name, stamp] of Object.entries(mine.stamps[kind])) {
      const other = stamps[kind][name] ?? 0;
      if (stamp < other) continue;
      if (!Object.hasOwn(mine.pending[kind], name)) delete waiting[name];
      if (stamp === other) continue;
      stamps[kind][name] = stamp;
      const value = mine.written[kind][name];
      if (value !== undefined) Object.assign(written[kind], { [name]: value });
      if (Object.hasOwn(mine.pending[kind], name)) waiting[name] = mine.pending[kind][name];
      else if (kind === 'fields') values[name] = mine.values[name as 'theme'];
    }
  }
  const attempts = byKind<Entry['attempts']>((kind) => ({
    ...stored.attempts[kind],
    ...mapped(mine.attempts[kind], (own, name) => later(own, stored.attempts[kind][name])),
  }));
  return { values: overlay(values, pending), pending, stamps, written, attempts };
};

const later = (one: Attempt, other: Attempt = one): Attempt =>
  other.number > one.number || (other.number === one.number && other.until <= one.until) ? other : one;

/** The maximum duration of a request, in milliseconds. If no end of an attempt is recorded, it counts as ended after this time. */
const MAX_ATTEMPT_MS = 150_000;
/** The time after a failure, in milliseconds, within which the service may still apply the write. */
const LATE_MS = 30_000;
/** The time, in milliseconds, after which a write is not repeated, because it could undo a change of another device. */
const TOO_LATE_MS = 60_000;

/** The sender's record of a running attempt to send changes. */
export interface Sending {
  readonly part: Partial<PendingWrites>;
  readonly stamps: Stamps;
  readonly before: Entry['attempts'];
  readonly number: number;
}

/** Records that changes are about to be sent, for other tabs and for a restart after a crash. */
export const began = (entry: Entry, part: Partial<PendingWrites>, now: number): { readonly entry: Entry; readonly sending: Sending } => {
  const { stamps, attempts: before } = entry;
  const number =
    Math.max(now, ...KINDS.flatMap((kind) => Object.values(before[kind]).map((each) => Math.floor(each.number) + 1))) + Math.random();
  const attempts = byKind<Entry['attempts']>((kind) => ({
    ...before[kind],
    ...mapped(part[kind], (_, name): Attempt => {
      const open = openAttempt(before[kind][name], now);
      const stamp = Math.min(open?.stamp ?? Infinity, stamps[kind][name] ?? 0);
      return { number, stamp, until: Math.max(open?.until ?? 0, now + MAX_ATTEMPT_MS) };
    }),
  }));
  return { entry: { ...entry, attempts }, sending: { part, stamps, before, number } };
};

/** Returns true if an attempt has ended. An end too far in the future counts as past, because it shows that the clock was set back. */
const isOver = ({ until }: Attempt, now: number): boolean => until <= now || until > now + MAX_ATTEMPT_MS;

const openAttempt = (attempt: Attempt | undefined, now: number): Attempt | undefined =>
  attempt && !isOver(attempt, now) ? attempt : undefined;

/** Records the end of an attempt. Changes that arrived are no longer pending. Attempts that the service may apply late stay recorded. */
export const ended = (
  entry: Entry,
  { part, stamps, before, number }: Sending,
  end: 'arrived' | 'failed' | 'unknown',
  now: number,
): Entry => {
  const arrived = byKind<PendingWrites>((kind) =>
    end === 'arrived' ? pick(part[kind], (name) => entry.stamps[kind][name] === stamps[kind][name]) : {},
  );
  const attempts = byKind<Entry['attempts']>((kind) => ({
    ...entry.attempts[kind],
    ...mapped(part[kind], (_, name): Attempt => {
      const known = entry.attempts[kind][name];
      // Another tab has started a later attempt, or the store was emptied.
      if (known?.number !== number) return known ?? { number, stamp: 0, until: 0 };
      const open = openAttempt(before[kind][name], now);
      const until = open?.until ?? 0;
      if (end === 'unknown') return { ...known, until: Math.max(until, now + LATE_MS) };
      return { number, stamp: open?.stamp ?? known.stamp, until };
    }),
  }));
  const next = { ...entry, pending: without(entry.pending, arrived), attempts };
  // A newer value was sent meanwhile, but the service may have applied this older value last.
  const undone = byKind<PendingWrites>((kind) =>
    pick(part[kind], (name) => (entry.stamps[kind][name] ?? 0) > (stamps[kind][name] ?? 0) && !Object.hasOwn(next.pending[kind], name)),
  );
  return end === 'failed' ? next : again(next, undone, now);
};

const pick = <Value>(all: Named<Value> | undefined, test: (name: string) => boolean): Named<Value> =>
  Object.fromEntries(Object.entries(all ?? {}).filter(([name]) => test(name)));

/** Returns the entry in which sent settings are pending again, with their latest values. */
const again = (entry: Entry, names: PendingWrites, now: number): Entry => {
  const writes = byKind<PendingWrites>((kind) => pick(entry.written[kind], (name) => Object.hasOwn(names[kind], name)));
  return KINDS.some((kind) => Object.keys(writes[kind]).length > 0) ? changed(entry, writes, now) : entry;
};

/** Returns true if the service may have applied an older value after the latest value. */
const isDoubtful = ({ stamps, pending }: Entry, kind: WriteKind, name: string, { stamp, until }: Attempt, now: number): boolean =>
  until > now - TOO_LATE_MS && stamp < (stamps[kind][name] ?? 0) && !Object.hasOwn(pending[kind], name);

/** Returns the time at which values must be sent a second time, because an older value may have replaced them. Returns undefined if this is unnecessary. */
export const repetitionAt = (entry: Entry, now: number): number | undefined => {
  let first: number | undefined;
  for (const kind of KINDS)
    for (const [name, attempt] of Object.entries(entry.attempts[kind]))
      if (isDoubtful(entry, kind, name, attempt, now)) first = Math.min(first ?? Infinity, isOver(attempt, now) ? now : attempt.until);
  return first;
};

/** Returns the entry in which sent values are pending again if an older value may have replaced them. */
export const repeated = (entry: Entry, now: number, isLast = false): Entry => {
  const { attempts } = entry;
  const isDue = (kind: WriteKind, name: string, attempt: Attempt): boolean =>
    isDoubtful(entry, kind, name, attempt, now) && (isLast || isOver(attempt, now));
  const due = byKind<PendingWrites>((kind) => pick(attempts[kind], (name) => isDue(kind, name, attempts[kind][name] as Attempt)));
  const next = again(entry, due, now);
  if (next === entry) return entry;
  return {
    ...next,
    attempts: byKind((kind) =>
      mapped(attempts[kind], (each, name) => (Object.hasOwn(due[kind], name) && !isLast ? { ...each, until: 0 } : each)),
    ),
  };
};
