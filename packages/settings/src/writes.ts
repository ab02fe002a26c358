import type { SidebarOrganization, UserSettings } from './types.ts';

/** A user's settings on this device. */
export interface LocalSettings extends Partial<UserSettings> {
  /** Steps of the introduction that were marked on this device; the service does not return them. Absent before the first. */
  onboarding?: Readonly<Record<string, boolean>>;
}

/** Changes that the service does not have yet. */
export interface PendingWrites {
  /** Fields of the settings. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Pinned projects by the organization's id. */
  readonly pins: Readonly<Record<string, readonly number[]>>;
  /** Steps of the introduction. */
  readonly steps: Readonly<Record<string, boolean>>;
}

type Kind = keyof PendingWrites;

/** When each setting was last changed: the number of the change, higher than all before it that were known. */
export type Stamps = Readonly<Record<Kind, Readonly<Record<string, number>>>>;

/** One user's settings and what is still to be sent of them. */
export interface Entry {
  readonly values: LocalSettings;
  readonly pending: PendingWrites;
  readonly stamps: Stamps;
}

const KINDS: readonly Kind[] = ['fields', 'pins', 'steps'];

export const NONE = { fields: {}, pins: {}, steps: {} };

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isEmpty = (writes: PendingWrites): boolean => same(writes, NONE);

type Named<Value> = Readonly<Record<string, Value>>;

const byKind = <Made>(make: (kind: Kind) => Named<unknown>): Made => Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Made;

/** All that both have; the second's is later. */
export const merge = <All extends Readonly<Record<Kind, Named<unknown>>>>(all: All, later: Partial<All> = {}): All =>
  byKind((kind) => ({ ...all[kind], ...later[kind] }));

/** The members that a test lets through. */
export const only = <Values extends object>(all: Values, test: (name: string, value: unknown) => boolean): Values =>
  Object.fromEntries(Object.entries(all).filter(([name, value]) => test(name, value))) as Values;

/** Fields without the ids that are none: these cannot be sent. */
export const sendable = <Values extends object>(fields: Values): Values => only(fields, (_, value) => value !== null);

/** What is left when changes have arrived; one that was changed again since is. */
export const without = (all: PendingWrites, done: Partial<PendingWrites> = {}): PendingWrites =>
  byKind((kind) => {
    const arrived: Named<unknown> = done[kind] ?? {};
    return only(all[kind], (name, value) => !(name in arrived) || !same(value, arrived[name]));
  });

/** The stamps once these changes were made; the fraction parts two tabs that change one setting at once. */
export const stamped = (stamps: Stamps, before: PendingWrites, after: PendingWrites): Stamps => {
  const next = 1 + Math.random() + Math.floor(Math.max(0, ...KINDS.flatMap((kind) => Object.values(stamps[kind]))));
  const changed = without(after, before);
  return byKind((kind) => ({ ...stamps[kind], ...Object.fromEntries(Object.keys(changed[kind]).map((name) => [name, next])) }));
};

/**
 * What two tabs have of one user, as one. A browser shows a tab what another wrote only after a moment, so that either may have
 * written over the other: the later change of a setting stands, and what either has sent is sent.
 */
export const join = (mine: Entry, theirs: Entry): Entry => {
  const pending = merge<PendingWrites>(theirs.pending);
  const stamps: Record<Kind, Record<string, number>> = merge<Stamps>(theirs.stamps);
  const values: Record<string, unknown> = { ...theirs.values };
  for (const kind of KINDS) {
    const waiting: Record<string, unknown> = pending[kind];
    for (const [name, stamp] of Object.entries(mine.stamps[kind])) {
      const other = stamps[kind][name] ?? 0;
      if (stamp < other) continue;
      if (!(name in mine.pending[kind])) delete waiting[name];
      if (stamp === other) continue;
      stamps[kind][name] = stamp;
      if (name in mine.pending[kind]) waiting[name] = mine.pending[kind][name];
      else if (kind === 'fields') values[name] = mine.values[name as 'theme'];
    }
  }
  return { values: overlay(values, pending), pending, stamps };
};

/** Settings as they look once the changes are made. */
export const overlay = (settings: LocalSettings, { fields, pins = {}, steps }: Partial<PendingWrites>): LocalSettings => {
  const { sidebar, onboarding } = settings;
  return {
    ...settings,
    ...fields,
    ...(holds(steps) && { onboarding: { ...onboarding, ...steps } }),
    ...(sidebar?.organizations &&
      holds(pins) && {
        sidebar: { ...sidebar, organizations: sidebar.organizations.map((each) => ({ ...each, ...pinned(each, pins[each.id]) })) },
      }),
  };
};

/** Whether there is a change at all. */
export const holds = (changes: object | undefined): boolean => Object.keys(changes ?? {}).length > 0;

/** An answer that lacks a list is reported, and kept all the same. */
const pinned = (
  { projects = [], pinned_items = [] }: Partial<SidebarOrganization>,
  ids: readonly number[] | undefined,
): object | undefined =>
  ids && {
    pinned_items: ids.map((id, position) => {
      const { name } = [...projects, ...pinned_items].find((project) => project.id === id) ?? {};
      return { type: 'project', id, name, position };
    }),
  };
