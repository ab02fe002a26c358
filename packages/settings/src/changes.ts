import type { SidebarOrganization, UserSettings } from './types.ts';

/** A user's settings on this device. */
export interface LocalSettings extends Partial<UserSettings> {
  /** The onboarding steps that were marked on this device. The service does not return them. Undefined before the first step. */
  onboarding?: Readonly<Record<string, boolean>>;
}

/** Changes that the service has not received yet. */
export interface PendingWrites {
  /** Changed fields of the settings. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Changed lists of pinned projects, by the organization's id. */
  readonly pins: Readonly<Record<string, readonly number[]>>;
  /** Changed onboarding steps. */
  readonly steps: Readonly<Record<string, boolean>>;
}

export type WriteKind = keyof PendingWrites;

export const KINDS: readonly WriteKind[] = ['fields', 'pins', 'steps'];

export const NONE = { fields: {}, pins: {}, steps: {} };

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isEmpty = (writes: PendingWrites): boolean => same(writes, NONE);

/** Values by the name of a setting. Read them with `Object.hasOwn`, because a step may be called `constructor`. */
export type Named<Value> = Readonly<Record<string, Value>>;

export const byKind = <Made>(make: (kind: WriteKind) => Named<unknown>): Made =>
  Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Made;

/** Merges two sets of changes. The second wins. */
export const merge = <All extends Readonly<Record<WriteKind, Named<unknown>>>>(all: All, later: Partial<All> = {}): All =>
  byKind((kind) => ({ ...all[kind], ...later[kind] }));

/** Returns the members that pass the test. */
export const only = <Values extends object>(all: Values, test: (name: string, value: unknown) => boolean): Values =>
  Object.fromEntries(Object.entries(all).filter(([name, value]) => test(name, value))) as Values;

/** Returns the fields without invalid ids, which are null and cannot be sent. */
export const sendable = <Values extends object>(fields: Values): Values => only(fields, (_, value) => value !== null);

/** Returns the changes that are still pending after `done` was sent. A setting that was changed again meanwhile stays pending. */
export const without = (all: PendingWrites, done: Partial<PendingWrites> = {}): PendingWrites =>
  byKind((kind) => {
    const arrived: Named<unknown> = done[kind] ?? {};
    return only(all[kind], (name, value) => !Object.hasOwn(arrived, name) || !same(value, arrived[name]));
  });

/** Returns settings with the changes applied. */
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

/** Returns true if an object contains at least one change. */
export const holds = (changes: object | undefined): boolean => Object.keys(changes ?? {}).length > 0;

/** Returns the pinned projects of an organization in the order of `ids`. Both lists default to empty, because a response may lack them. */
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
