/** Copies values repeatedly. A part that did not change since its last copy is that copy. */
export interface Copier {
  /** Returns a copy. References to one object become references to one copy. Throws for values without a copy, such as functions. */
  copy<T>(value: T): T;
  /** Returns the approximate memory of the copies since the last call, in bytes. */
  takeBytes(): number;
}

/** The memory of a container and of a reference in it, about. */
const CONTAINER_BYTES = 56;
const MEMBER_BYTES = 16;

/** Creates a copier. Frozen objects and bytes are shared, as they never change. */
export const createCopier = (): Copier => {
  const last = new WeakMap<object, object>();
  let bytes = 0;

  const remember = (value: object, copied: object, members: Iterable<unknown>): object => {
    bytes += CONTAINER_BYTES;
    for (const member of members) bytes += MEMBER_BYTES + (typeof member === 'string' ? member.length : 0);
    last.set(value, copied);
    return copied;
  };

  const copyAny = (value: unknown, done: Map<object, object>): unknown => {
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`A ${typeof value} cannot be copied.`);
    if (typeof value !== 'object' || value === null) return value;
    if (ArrayBuffer.isView(value) || Object.isFrozen(value)) return value;
    let copied = done.get(value);
    if (!copied) done.set(value, (copied = copyObject(value, done)));
    return copied;
  };

  const copyObject = (value: object, done: Map<object, object>): object => {
    const before = last.get(value);
    if (value instanceof Map) return copyMap(value, before as Map<unknown, unknown> | undefined, done);
    if (Array.isArray(value)) return copyArray(value, before as unknown[] | undefined, done);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) return copyRecord(value, before, done);
    throw new TypeError(`A ${value.constructor.name} cannot be copied.`);
  };

  const copyMap = (value: Map<unknown, unknown>, before: Map<unknown, unknown> | undefined, done: Map<object, object>): object => {
    if (before && isSameMap(value, before, done)) return before;
    const copied = new Map<unknown, unknown>();
    for (const [key, member] of value) copied.set(key, copyAny(member, done));
    return remember(value, copied, [...copied.keys(), ...copied.values()]);
  };

  const isSameMap = (value: Map<unknown, unknown>, before: Map<unknown, unknown>, done: Map<object, object>): boolean => {
    if (before.size !== value.size) return false;
    const old = before.entries();
    for (const [key, member] of value) {
      const [oldKey, oldMember] = old.next().value ?? [];
      if (oldKey !== key || !Object.is(oldMember, copyAny(member, done))) return false;
    }
    return true;
  };

  const copyArray = (value: readonly unknown[], before: readonly unknown[] | undefined, done: Map<object, object>): object => {
    const isSame = before?.length === value.length && value.every((member, index) => Object.is(copyAny(member, done), before[index]));
    if (isSame) return before;
    const copied = value.map((member) => copyAny(member, done));
    return remember(value, copied, copied);
  };

  const copyRecord = (value: object, before: object | undefined, done: Map<object, object>): object => {
    const members = value as Readonly<Record<string, unknown>>;
    const names = Object.keys(members);
    if (before && isSameRecord(members, before as Readonly<Record<string, unknown>>, names, done)) return before;
    const copied = Object.fromEntries(names.map((name) => [name, copyAny(members[name], done)]));
    return remember(value, copied, Object.values(copied));
  };

  const isSameRecord = (
    value: Readonly<Record<string, unknown>>,
    before: Readonly<Record<string, unknown>>,
    names: readonly string[],
    done: Map<object, object>,
  ): boolean => {
    const oldNames = Object.keys(before);
    return (
      oldNames.length === names.length &&
      names.every((name, index) => oldNames[index] === name && Object.is(copyAny(value[name], done), before[name]))
    );
  };

  return {
    copy: <T>(value: T): T => copyAny(value, new Map()) as T,
    takeBytes() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
  };
};
