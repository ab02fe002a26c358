import { isMembers } from '@platform-sdk/core/internal';
import { localChangeOf, pinsOf, stepOf } from './input.ts';
import type { Attempt, Entry } from './entry.ts';
import { byKind, overlay, type LocalSettings, type Named, type PendingWrites, type WriteKind } from './changes.ts';

/** The content of a settings store: an entry for every user of this device. */
export interface Book {
  /** The id of the user who signed in last; empty before the first sign-in. */
  readonly user: string;
  /** The entries by the user's id. Changes that were made while no user was signed in have an empty id. */
  readonly entries: Readonly<Record<string, Entry>>;
}

/** The maximum stamp, which is later than any real time. A larger stamp in a stored entry would make all new changes count as older. */
const MAX_STAMP = 1e14;

const members = (value: unknown): [string, unknown][] => (isMembers(value) ? Object.entries(value) : []);

const isStamp = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < MAX_STAMP;

/** Checks a stored change with the rules of `set`, `pin` and `completeOnboardingStep`, which throw for an invalid value. */
const checked: Readonly<Record<WriteKind, (name: string, value: unknown) => unknown>> = {
  fields: (name, value) => {
    const kept = (localChangeOf({ [name]: value }) as Named<unknown>)[name];
    return kept === value ? kept : undefined;
  },
  pins: (organization_id, ids) => pinsOf({ organization_id, pinned_project_ids: ids as number[] }).pinned_project_ids,
  steps: (stepId, value) => stepOf({ stepId, value: value as boolean }).value,
};

const isChange = (kind: WriteKind, name: string, value: unknown): boolean => {
  try {
    return value !== undefined && checked[kind](name, value) !== undefined;
  } catch {
    return false;
  }
};

const changesIn = (value: unknown): PendingWrites =>
  byKind((kind) =>
    Object.fromEntries(members(isMembers(value) ? value[kind] : undefined).filter(([name, each]) => isChange(kind, name, each))),
  );

const numbersIn = (value: unknown): Entry['stamps'] =>
  byKind((kind) => Object.fromEntries(members(isMembers(value) ? value[kind] : undefined).filter(([, each]) => isStamp(each))));

const isAttempt = (value: unknown): value is Attempt =>
  isMembers(value) && ['number', 'stamp', 'until'].every((name) => isStamp(value[name]));

const attemptsIn = (value: unknown): Entry['attempts'] =>
  byKind((kind) => Object.fromEntries(members(isMembers(value) ? value[kind] : undefined).filter(([, each]) => isAttempt(each))));

/** Returns stored values, without an invalid sidebar and invalid onboarding steps. */
const valuesIn = (value: unknown, initial: LocalSettings): LocalSettings => {
  if (!isMembers(value)) return initial;
  const { sidebar, onboarding, ...values } = value;
  const list: unknown = isMembers(sidebar) ? sidebar['organizations'] : undefined;
  const isSidebar = Array.isArray(list) && list.every(isMembers);
  return { ...values, ...(isSidebar && { sidebar }), ...(isMembers(onboarding) && { onboarding }) } as LocalSettings;
};

/** Reads one user's entry, and drops its invalid parts. */
const entryIn = (value: unknown, initial: LocalSettings): Entry => {
  const { values, pending: waiting, stamps, written, attempts } = isMembers(value) ? value : ({} as Record<string, unknown>);
  const pending = changesIn(waiting);
  const all = changesIn(written);
  return {
    values: overlay(valuesIn(values, initial), pending),
    pending,
    stamps: numbersIn(stamps),
    written: byKind((kind) => ({ ...all[kind], ...pending[kind] })),
    attempts: attemptsIn(attempts),
  };
};

/** Reads the content of a store, and drops its invalid parts. Returns undefined if the store is empty or contains invalid JSON. */
export const bookIn = (text: string | null | undefined, initial: LocalSettings): Book | undefined => {
  if (!text) return undefined;
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isMembers(found)) return undefined;
  const entries = members(found['entries']).map(([id, entry]): [string, Entry] => [id, entryIn(entry, initial)]);
  return { user: typeof found['user'] === 'string' ? found['user'] : '', entries: Object.fromEntries(entries) };
};
