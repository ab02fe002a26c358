/** A JSON value. Types that JSON lacks are encoded as objects with one key, which begins with a dollar sign. */
export type Encoded = unknown;

/** The supported types of bytes. */
const VIEWS = { $bytes: Uint8Array, $floats: Float64Array } as const;

const toBase64 = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string => {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
};

const fromBase64 = (text: string): ArrayBuffer => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;

const membersOf = (value: object): Iterable<unknown> =>
  value instanceof Map ? (value as Map<unknown, unknown>).values() : Object.values(value);

/** Counts the references to each object. */
const countReferences = (root: unknown): Map<object, number> => {
  const counts = new Map<object, number>();
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    const count = counts.get(value) ?? 0;
    counts.set(value, count + 1);
    if (count === 0) for (const member of membersOf(value)) waiting.push(member);
  }
  return counts;
};

/** Converts a copied state to JSON. An object with several references is written once. */
export const encode = (root: unknown): Encoded => {
  const counts = countReferences(root);
  const ids = new Map<object, number>();

  const write = (value: unknown): Encoded => {
    if (value === undefined) return { $undefined: true };
    if (typeof value === 'bigint') return { $bigint: String(value) };
    if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
    if (typeof value !== 'object' || value === null) return value;
    const known = ids.get(value);
    if (known !== undefined) return { $ref: known };
    if ((counts.get(value) ?? 0) < 2) return writeObject(value);
    const id = ids.size + 1;
    ids.set(value, id);
    return { $shared: [id, writeObject(value)] };
  };

  const writeObject = (value: object): Encoded => {
    for (const [name, View] of Object.entries(VIEWS)) if (value instanceof View) return { [name]: toBase64(value) };
    if (value instanceof Map) return { $map: [...(value as Map<unknown, unknown>)].map(([key, member]) => [key, write(member)]) };
    if (Array.isArray(value)) return value.map(write);
    const entries = Object.entries(value);
    return isTagged(value)
      ? { $object: entries.map(([key, member]) => [key, write(member)]) }
      : Object.fromEntries(entries.map(([key, member]) => [key, write(member)]));
  };

  return write(root);
};

const isTagged = (value: object): boolean => {
  const [name, another] = Object.keys(value);
  return another === undefined && name?.startsWith('$') === true;
};

type Pairs = [string, Encoded][];

/** Converts JSON from `encode` back. Throws for unknown tags, missing references and unreadable values. */
export const decode = (root: Encoded): unknown => {
  const shared = new Map<unknown, unknown>();

  const read = (value: Encoded): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(read);
    const entries = Object.entries(value);
    const [[tag, content] = ['', undefined]] = entries;
    if (entries.length !== 1 || !tag.startsWith('$')) return readRecord(entries);
    const reader = READERS[tag];
    if (!reader) throw new TypeError(`The tag ${tag} is unknown.`);
    return reader(content);
  };

  const readRecord = (entries: Pairs): object => Object.fromEntries(entries.map(([key, member]) => [key, read(member)]));

  const READERS: Readonly<Record<string, (content: Encoded) => unknown>> = {
    $undefined: () => undefined,
    $bigint: (content) => BigInt(content as string),
    $number: Number,
    $bytes: (content) => new VIEWS.$bytes(fromBase64(content as string)),
    $floats: (content) => new VIEWS.$floats(fromBase64(content as string)),
    $map: (content) => new Map((content as Pairs).map(([key, member]) => [key, read(member)])),
    $object: (content) => readRecord(content as Pairs),
    $ref(content) {
      if (!shared.has(content)) throw new TypeError(`The reference ${String(content)} has no target.`);
      return shared.get(content);
    },
    $shared(content) {
      const [id, member] = content as [number, Encoded];
      const found = read(member);
      shared.set(id, found);
      return found;
    },
  };

  return read(root);
};
