/** The changes of operations. */
import type { ListName, OperationState } from '../state/operations.ts';
import type { Change, Level, Part } from './change.ts';
import { compareFields } from './fields.ts';

/** Returns the changes from the operations of one commit to those of another. */
export const compareOperations = (before: readonly OperationState[], after: readonly OperationState[]): readonly Change[] => {
  const old = new Map(before.map((each) => [each.name, each]));
  const found = new Map(after.map((each) => [each.name, each]));
  const added = after.filter(({ name }) => !old.has(name));
  const removed = before.filter(({ name }) => !found.has(name));
  // Two operations may share a request, so each added operation is used once.
  const renamed = new Map<OperationState, OperationState>();
  for (const each of removed) {
    const next = added.find((candidate) => candidate.request === each.request && ![...renamed.values()].includes(candidate));
    if (next) renamed.set(each, next);
  }
  const isNew = (each: OperationState): boolean => ![...renamed.values()].includes(each);
  return [
    ...removed.map((each) => lost(each, renamed.get(each))),
    ...added.filter(isNew).map((each) => changeOf(each, 'operation', 'addition', 'is new')),
    ...before.flatMap((each) => {
      const next = found.get(each.name) ?? renamed.get(each);
      return next ? compareOperation(each, next) : [];
    }),
  ];
};

const changeOf = (of: OperationState, part: Part, level: Level, message: string, field?: string): Change => ({
  package: of.package,
  subject: of.name,
  part,
  ...(field !== undefined && { field }),
  level,
  message,
});

const lost = (old: OperationState, next: OperationState | undefined): Change =>
  changeOf(old, 'operation', 'breaking', next ? `was renamed to ${next.name}` : 'was removed');

const compareOperation = (old: OperationState, found: OperationState): readonly Change[] => [
  ...differs(found, 'operation', old.request, found.request, 'sends'),
  ...differs(found, 'credentials', old.credentials, found.credentials, 'needs the credentials'),
  ...differs(found, 'retry', old.retry, found.retry, 'has the retry class'),
  ...compareSettings(old, found),
  ...(['errors', 'invalidates', 'alwaysValidate'] as const).flatMap((name) => compareLists(name, old, found)),
  ...Object.entries(found.deprecated)
    .filter(([field]) => old.deprecated[field] === undefined)
    .map(([field, advice]) =>
      changeOf(found, 'deprecation', 'other', `deprecates ${field === '*' ? 'itself' : `\`${field}\``}: ${advice}`, field),
    ),
  ...(['input', 'output'] as const).flatMap((part) =>
    compareFields(old[part], found[part], part).map(({ field, level, message }) =>
      changeOf(found, part, level, field === '' ? `${message} in its ${part}` : message, field),
    ),
  ),
];

const differs = (of: OperationState, part: Part, old: string, found: string, verb: string): readonly Change[] =>
  old === found ? [] : [changeOf(of, part, 'breaking', `${verb} ${found} instead of ${old}`)];

const compareSettings = (old: OperationState, found: OperationState): readonly Change[] =>
  [...new Set([...Object.keys(old.settings), ...Object.keys(found.settings)])].flatMap((name) => {
    const [before, after] = [old.settings[name] ?? 'the default', found.settings[name] ?? 'the default'];
    return before === after ? [] : [changeOf(found, 'setting', 'breaking', `changed ${name} from ${before} to ${after}`, name)];
  });

/** The effect of a value that is removed from a list, and of a value that is added. */
const LIST_LEVELS: Readonly<Record<ListName, readonly [removed: Level, added: Level]>> = {
  // A program may compare the error with this code.
  errors: ['breaking', 'addition'],
  // A program may read a stale response from the cache.
  invalidates: ['breaking', 'addition'],
  // A program may get an error instead of a warning.
  alwaysValidate: ['addition', 'breaking'],
};

const compareLists = (name: ListName, old: OperationState, found: OperationState): readonly Change[] => {
  const [before, after] = [old.lists[name], found.lists[name]];
  const [removed, added] = LIST_LEVELS[name];
  return [
    ...before
      .filter((value) => !after.includes(value))
      .map((value) => changeOf(found, 'setting', removed, `no longer lists ${value || 'the base path'} in ${name}`, name)),
    ...after
      .filter((value) => !before.includes(value))
      .map((value) => changeOf(found, 'setting', added, `now lists ${value || 'the base path'} in ${name}`, name)),
  ];
};
