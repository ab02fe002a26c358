/** Copies a changing value repeatedly. A new copy shares unchanged parts with the previous copy. */
export interface Copier {
  /** Returns a copy. Several references to one object become references to one copy. Throws for functions and other values that cannot be copied. */
  copy<T>(value: T): T;
  /** Returns the approximate size of the copies since the last call, in bytes. */
  takeBytes(): number;
}

/**
 * The last copy of a container (a map, list or record), with its members at that time. Comparing lists of members is several times faster
 * than comparing with the copy.
 */
interface Known {
  copy: object;
  /** The number of the copy in which the container was last compared. */
  run: number;
  /** The keys of a map, or the field names of a record. Records of one kind share their list of names. Undefined for a list. */
  keys: unknown[] | undefined;
  /** The original members at the last copy. */
  members: unknown[];
  /** The copied members. If no member is a container, this is the same list as `members`. */
  copies: unknown[];
  /** The entries of the members that are containers, by index. Undefined if no member is a container. */
  inner: (Known | undefined)[] | undefined;
}

/** The approximate size of a container and of a reference, in bytes. */
const CONTAINER_BYTES = 56;
const MEMBER_BYTES = 16;
/** The maximum number of kinds of records that share their lists of names. */
const MAX_SHAPES = 64;

/** Creates a copier. Frozen objects and bytes are not copied, because they never change. */
export const createCopier = (): Copier => {
  const last = new WeakMap<object, Known>();
  let bytes = 0;
  let run = 0;

  const shapes: string[][] = [];
  /** Returns the field names of a record. Records of one kind share one list of names. */
  const namesOf = (value: object): string[] => {
    const names = Object.keys(value);
    const found = shapes.find((shape) => shape.length === names.length && shape.every((name, index) => name === names[index]));
    if (!found && shapes.length < MAX_SHAPES) shapes.push(names);
    return found ?? names;
  };

  /** Updates the copy of an object, list or map, and returns its entry. Returns undefined for values that need no copy. */
  const renewed = (value: unknown): Known | undefined => {
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`A ${typeof value} cannot be copied.`);
    if (typeof value !== 'object' || value === null) return undefined;
    let known = last.get(value);
    if (known) return renew(value, known);
    if (ArrayBuffer.isView(value) || Object.isFrozen(value)) return undefined;
    checkKind(value);
    known = { copy: value, run: 0, keys: undefined, members: [], copies: [], inner: undefined };
    remake(value, known);
    last.set(value, known);
    return known;
  };

  const renew = (value: object, known: Known): Known => {
    if (known.run === run) return known;
    if (value instanceof Map) renewMap(value, known);
    else if (!(Array.isArray(value) ? isSameList(value, known) : isSameRecord(value, known))) remake(value, known);
    known.run = run;
    return known;
  };

  const isSameList = (value: readonly unknown[], known: Known): boolean =>
    value.length === known.members.length && value.every((member, index) => isSame(known, index, member));

  const isSameRecord = (value: object, known: Known): boolean => {
    let index = 0;
    // `for ... in` is safe here, because records inherit no fields.
    for (const name in value) {
      if (known.keys?.[index] !== name || !isSame(known, index, (value as Record<string, unknown>)[name])) return false;
      index += 1;
    }
    return index === known.members.length;
  };

  const isSame = ({ members, copies, inner }: Known, index: number, member: unknown): boolean => {
    if (members[index] !== member && !Object.is(members[index], member)) return false;
    const container = inner?.[index];
    return container === undefined || renew(member as object, container).copy === copies[index];
  };

  /** Updates the copy of a map. If keys were only added, it changes a clone of the last copy. Otherwise it copies the complete map. */
  const renewMap = (value: ReadonlyMap<unknown, unknown>, known: Known): void => {
    const { keys = [], copy } = known;
    let index = 0;
    for (const [key, member] of value) {
      if (index < keys.length && keys[index] !== key) return remake(value, known);
      if (index === keys.length || !isSame(known, index, member)) {
        if (known.copy === copy) {
          known.copy = new Map(copy as Map<unknown, unknown>);
          bytes += CONTAINER_BYTES + 2 * MEMBER_BYTES * value.size;
        }
        keys[index] = key;
        put(known, index, member);
        (known.copy as Map<unknown, unknown>).set(key, known.copies[index]);
      }
      index += 1;
    }
    if (index < keys.length) remake(value, known);
  };

  const put = (known: Known, index: number, member: unknown): void => {
    const container = renewed(member);
    if (container && !known.inner) {
      known.inner = known.members.map(() => undefined);
      known.copies = [...known.members];
    }
    known.members[index] = member;
    known.copies[index] = container?.copy ?? member;
    if (known.inner) known.inner[index] = container;
  };

  /** Copies a container with changed members. Unchanged members are not copied again. */
  const remake = (value: object, known: Known): void => {
    const isMap = value instanceof Map;
    const members: unknown[] = isMap ? [...(value as Map<unknown, unknown>).values()] : Object.values(value);
    const inner = members.map(renewed);
    const hasInner = inner.some((container) => container !== undefined);
    known.keys = isMap ? [...(value as Map<unknown, unknown>).keys()] : Array.isArray(value) ? undefined : namesOf(value);
    known.members = members;
    known.copies = hasInner ? members.map((member, index) => inner[index]?.copy ?? member) : members;
    known.inner = hasInner ? inner : undefined;
    known.copy = containerOf(isMap, known);
    known.run = run;
    bytes += CONTAINER_BYTES + bytesOf(known.copies) + (isMap ? bytesOf(known.keys ?? []) : 0);
  };

  return {
    copy<T>(value: T): T {
      run += 1;
      return (renewed(value)?.copy as T | undefined) ?? value;
    },
    takeBytes() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
  };
};

const bytesOf = (members: readonly unknown[]): number =>
  members.reduce((sum: number, member) => sum + MEMBER_BYTES + (typeof member === 'string' ? member.length : 0), 0);

const checkKind = (value: object): void => {
  if (value instanceof Map || Array.isArray(value)) return;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError(`A ${value.constructor.name} cannot be copied.`);
};

const containerOf = (isMap: boolean, { keys, copies }: Known): object => {
  if (keys === undefined) return [...copies];
  const entries = keys.map((key, index): [unknown, unknown] => [key, copies[index]]);
  return isMap ? new Map(entries) : (Object.fromEntries(entries as [string, unknown][]) as object);
};
