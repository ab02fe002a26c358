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
    const entries: [unknown, unknown][] = [];
    const old = before?.entries();
    let isSame = before?.size === value.size;
    for (const [key, member] of value) {
      const copied = copyAny(member, done);
      entries.push([key, copied]);
      if (!isSame) continue;
      const [oldKey, oldMember] = old?.next().value ?? [];
      isSame = oldKey === key && oldMember === copied;
    }
    return isSame && before ? before : remember(value, new Map(entries), entries.flat());
  };

  const copyArray = (value: readonly unknown[], before: readonly unknown[] | undefined, done: Map<object, object>): object => {
    const copied = value.map((member) => copyAny(member, done));
    const isSame = before?.length === copied.length && copied.every((member, index) => Object.is(member, before[index]));
    return isSame ? before : remember(value, copied, copied);
  };

  const copyRecord = (value: object, before: object | undefined, done: Map<object, object>): object => {
    const entries = Object.entries(value).map(([key, member]) => [key, copyAny(member, done)] as const);
    const old = before && Object.entries(before);
    const isSame =
      old?.length === entries.length &&
      entries.every(([key, member], index) => old[index]?.[0] === key && Object.is(old[index][1], member));
    return isSame && before
      ? before
      : remember(
          value,
          Object.fromEntries(entries),
          entries.map(([, member]) => member),
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
