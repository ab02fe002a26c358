import { WITHHELD } from './report.ts';
import { isMembers, membersOf, type Members } from '@platform-sdk/core/internal';

/**
 * Replaces the keys of every `meta.can` in a document with the keys that the drift report lists. Keys that the rules have set keep their
 * values. All additional keys are granted, because their rules are unknown.
 */
export const withPermissions = (value: unknown, names: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((item) => withPermissions(item, names));
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'meta' && isMembers(inner) && isMembers(inner['can'])
        ? { ...inner, can: permissions(inner['can'], names) }
        : withPermissions(inner, names),
    ]),
  );
};

const permissions = (can: Members, names: readonly string[]): Members => {
  const result = emptyObject();
  for (const name of names.filter((each) => each !== WITHHELD)) {
    const parts = name.split('.');
    const known = parts.reduce<unknown>((place, part) => (Object.hasOwn(membersOf(place), part) ? membersOf(place)[part] : undefined), can);
    let place = result;
    for (const part of parts.slice(0, -1)) place = (place[part] ??= emptyObject()) as Record<string, unknown>;
    place[parts.at(-1) ?? ''] = known ?? true;
  }
  return result;
};

/** Returns an object without a prototype, because a report may contain the name of a prototype's member. */
const emptyObject = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;
