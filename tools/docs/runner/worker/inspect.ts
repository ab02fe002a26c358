/** Shows values as the console of a browser does, at most four levels deep. */

const MAX_ITEMS = 50;
const MAX_DEPTH = 4;
const WIDTH = 76;

const isPlainName = (name: string): boolean => /^[\w$]+$/.test(name);

const quoted = (text: string): string => (text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\n', '\\n')}'`);

/** Joins parts on one line if they fit; otherwise each part gets a line. */
const joined = (opening: string, parts: readonly string[], closing: string): string => {
  if (parts.length === 0) return opening + closing;
  const line = `${opening} ${parts.join(', ')} ${closing}`;
  if (line.length <= WIDTH && !line.includes('\n')) return opening === '[' ? `[${parts.join(', ')}]` : line;
  return `${opening}\n${parts.map((part) => `  ${part.replaceAll('\n', '\n  ')}`).join(',\n')}\n${closing}`;
};

/** Shows only the first items of a long list, to save time. */
const limited = <Item>(items: readonly Item[], show: (item: Item) => string): readonly string[] => {
  const parts = items.slice(0, MAX_ITEMS).map(show);
  return items.length <= MAX_ITEMS ? parts : [...parts, `… ${items.length - MAX_ITEMS} more`];
};

/** Returns the prefix of an object that is not plain, such as `Map(2) `. */
const titleOf = (value: object): string => {
  const name = (Object.getPrototypeOf(value) as { constructor?: { name?: string } } | null)?.constructor?.name;
  if (name === undefined || name === 'Object' || name === 'Array') return '';
  return 'size' in value && typeof value.size === 'number' && !(value instanceof Blob) ? `${name}(${value.size}) ` : `${name} `;
};

/** Returns true for a large object. It is shown as `{…}`, so that the message of an error stays visible. */
const isDeep = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 2;

/** Returns the name, the message and the fields of an error as text. */
const errorText = (error: Error, depth: number, seen: ReadonlySet<object>): string => {
  const fields = Object.entries(error)
    .filter(([name, value]) => value !== undefined && !['name', 'message', 'stack', 'cause'].includes(name))
    .map(([name, value]) => `${name}: ${isDeep(value) ? '{…}' : show(value, depth + 1, seen)}`);
  const head = `${error.name}: ${error.message}`;
  const cause = error.cause === undefined ? [] : [`[cause]: ${show(error.cause, depth + 1, seen)}`];
  return fields.length + cause.length === 0 ? head : `${head} ${joined('{', [...fields, ...cause], '}')}`;
};

const entriesOf = (value: object, depth: number, seen: ReadonlySet<object>): readonly string[] => {
  const within = (each: unknown): string => show(each, depth + 1, seen);
  if (value instanceof Map) return limited([...value], ([name, each]) => `${within(name)} => ${within(each)}`);
  if (value instanceof Set) return limited([...value], within);
  if (value instanceof Headers) return limited([...value], ([name, each]) => `${quoted(name)} => ${quoted(each)}`);
  return limited(Object.keys(value), (name) => {
    const property = Object.getOwnPropertyDescriptor(value, name);
    return `${isPlainName(name) ? name : quoted(name)}: ${property && 'value' in property ? within(property.value) : '[Getter]'}`;
  });
};

const show = (value: unknown, depth: number, seen: ReadonlySet<object>): string => {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return value.name ? `[Function: ${value.name}]` : '[Function]';
  if (typeof value !== 'object' || value === null) return String(value);
  if (seen.has(value)) return '[Circular]';
  const inside = new Set(seen).add(value);
  if (value instanceof Error) return errorText(value, depth, inside);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return `${value.constructor.name}(${value.byteLength})`;
  if (value instanceof Blob) return `${value.constructor.name} { size: ${value.size}, type: ${quoted(value.type)} }`;
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? `[Array(${value.length})]` : '[Object]';
  if (Array.isArray(value))
    return joined(
      '[',
      limited(value, (each) => show(each, depth + 1, inside)),
      ']',
    );
  return titleOf(value) + joined('{', entriesOf(value, depth, inside), '}');
};

export const inspect = (value: unknown): string => {
  try {
    return show(value, 0, new Set());
  } catch {
    // A proxy or a getter of the snippet throws.
    return '[a value that throws when it is read]';
  }
};

/** Formats the arguments of `console.log`. Strings are not changed. */
export const formatted = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' ');
