/** The changes of exported names and their members. */
import type { Declaration, EntryState } from '../state/declarations.ts';
import type { Assignability, FindAssignability } from './assignable.ts';
import type { Change, Level, Part } from './change.ts';
import { parametersIn, writtenTypes } from './written-types.ts';

/** The facts that a comparison needs in addition to the declarations. */
export interface Surroundings {
  /** The types that operations return. */
  readonly returned: ReadonlySet<string>;
  readonly assignability: FindAssignability;
}

/** Returns the changes from the entries of one commit to those of another. */
export const compareEntries = (
  before: readonly EntryState[],
  after: readonly EntryState[],
  { returned, assignability }: Surroundings,
): readonly Change[] => {
  const written = writtenTypes([...before, ...after].flatMap(({ declarations }) => declarations));
  const isWritten = (name: string): boolean => written.has(name) && !returned.has(name);
  const entries = [...new Set([...before, ...after].map(({ entry }) => entry))];
  return entries.flatMap((entry) => {
    const [old, found] = [before, after].map((states) => states.find((each) => each.entry === entry));
    const named = (part: Part, name: string, level: Level, message: string): Change => ({
      package: (found ?? old)?.package ?? entry,
      subject: name,
      part,
      level,
      message: `${message} (${entry})`,
    });
    if (!old) return [named('type', entry, 'addition', 'is a new entry')];
    if (!found) return [named('type', entry, 'breaking', 'was removed')];
    return compareNames(old.declarations, found.declarations, isWritten, (name) => assignability(entry, name)).map(
      ({ part, name, level, message }) => named(part, name, level, message),
    );
  });
};

interface NamedChange {
  readonly part: Part;
  readonly name: string;
  readonly level: Level;
  readonly message: string;
}

const parentOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));

/** Returns the changes of declarations. The function `assigned` returns the assignability of the two declarations of a name. */
export const compareNames = (
  before: readonly Declaration[],
  after: readonly Declaration[],
  /** Returns true if callers write values of the type. */
  isWritten: (type: string) => boolean,
  assigned: (name: string) => Assignability | undefined = () => undefined,
): readonly NamedChange[] => {
  const old = new Map(before.map((each) => [each.name, each]));
  const found = new Map(after.map((each) => [each.name, each]));
  const lost = before.filter(({ name }) => !found.has(name) && (parentOf(name) === '' || found.has(parentOf(name))));
  const added = after.filter(({ name }) => !old.has(name) && (parentOf(name) === '' || old.has(parentOf(name))));
  return [
    ...lost.map(({ name }): NamedChange => ({ part: 'type', name, level: 'breaking', message: 'was removed' })),
    ...added.map(({ name, optional, kind }): NamedChange => {
      const isRequired = kind.endsWith('Signature') && !optional && isWritten(parentOf(name));
      return { part: 'type', name, level: isRequired ? 'breaking' : 'addition', message: isRequired ? 'is new and required' : 'is new' };
    }),
    ...before.flatMap((each) => {
      const next = found.get(each.name);
      return next ? compareDeclaration(each, next, isWritten(each.name.split('.')[0] ?? ''), assigned(each.name)) : [];
    }),
  ];
};

const compareDeclaration = (
  old: Declaration,
  found: Declaration,
  isWritten: boolean,
  assigned: Assignability | undefined,
): readonly NamedChange[] => {
  const { name } = found;
  const changes: NamedChange[] = [];
  const add = (part: Part, level: Level, message: string): void => void changes.push({ part, name, level, message });
  if (old.optional !== found.optional)
    add('type', found.optional === isWritten ? 'addition' : 'breaking', found.optional ? 'may now be absent' : 'is now always present');
  const [from, to] = [withoutQuestionMark(old), withoutQuestionMark(found)];
  if (from !== to)
    add(
      'type',
      assigned ? levelOfAssignment(assigned, found.kind, isWritten) : levelOfSignature(from, to, found.kind, isWritten),
      `changed from \`${from}\` to \`${to}\``,
    );
  if (old.defaultValue !== found.defaultValue)
    add(
      'default',
      isExact(old.defaultValue) && isExact(found.defaultValue) ? 'breaking' : 'other',
      `changed its default from ${old.defaultValue ?? 'none'} to ${found.defaultValue ?? 'none'}`,
    );
  if (found.deprecated && !old.deprecated) add('type', 'other', 'is deprecated');
  return changes;
};

/** The question mark of an optional member is compared separately. */
const withoutQuestionMark = ({ signature, optional }: Declaration): string => (optional ? signature.replace(/\?(?=[:(])/, '') : signature);

/** Returns true for an exact default such as 30,000 or `false`. Other defaults are prose. */
const isExact = (value: string | undefined): boolean => value !== undefined && /^(?:`|\d|true|false)/.test(value);

/**
 * Returns the level of a change between two types. Callers can write the same values if the old type is assignable to the new type. They
 * can read values as before if the new type is assignable to the old type.
 */
const levelOfAssignment = ({ newToOld, oldToNew }: Assignability, kind: string, isWritten: boolean): Level => {
  if (newToOld && oldToNew) return 'other';
  const isWrittenType = isWritten && kind !== 'Function' && kind !== 'Variable';
  return (isWrittenType ? oldToNew : newToOld) ? 'addition' : 'breaking';
};

/** Without the compiler, only more members of a written union, fewer members of a read union, and optional parameters are additions. */
const levelOfSignature = (from: string, to: string, kind: string, isWritten: boolean): Level => {
  const [old, found] = [from, to].map((code) => membersOf(code));
  if (old && found && old.every((member) => found.includes(member))) return isWritten ? 'addition' : 'breaking';
  if (found?.every((member) => old?.includes(member))) return isWritten ? 'breaking' : 'addition';
  if (!/Function|Method|Variable/.test(kind)) return 'breaking';
  const [before, after] = [parametersIn(from), parametersIn(to)];
  const more = after.slice(before.length).replace(/^, /, '');
  const isLonger = after.startsWith(before) && from.replace(before, '') === to.replace(after, '');
  return isLonger && more.split(/, (?=\w+\??:)/).every((parameter) => /^\w+\?:/.test(parameter)) ? 'addition' : 'breaking';
};

/** Returns the members of a union after its name. Undefined for code that is more than a union of names and literals. */
const membersOf = (code: string): readonly string[] | undefined => {
  const [, union = ''] = /^[^=:]*[=:] ([^(){}<>]*?);?$/.exec(code) ?? [];
  return union === '' ? undefined : union.split('|').map((member) => member.trim());
};
