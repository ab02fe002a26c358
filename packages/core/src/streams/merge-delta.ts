import { createCallFinder, type FoundCall } from './call-finder.ts';
import { isMembers, type Members } from '../diagnostics/json.ts';
import { createGrowingText, type GrowingText } from './text.ts';

/** An object whose members grow with each event. */
export interface Sum {
  readonly members: Map<string, Node>;
}

/** A list whose parts are found by their index, because the list may be long. */
interface List {
  readonly items: Node[];
  readonly places: Map<unknown, Sum>;
  /** Finds the tool call of a piece. Absent in other lists. */
  callOf?: (piece: Members) => FoundCall<Sum>;
}

/** A growing member, or a value that is kept unchanged. */
type Node = { readonly text: GrowingText } | { readonly list: List } | { readonly sum: Sum } | { readonly value: unknown };

/** Decides how strings are merged, and counts the size of all additions. */
export interface Merging {
  /** If true, a string continues the previous string. If false, the string replaces the previous string. */
  readonly grows: boolean;
  size: number;
}

/** Members that arrive complete, and may be repeated. */
const WHOLE = new Set(['role', 'id', 'type', 'name', 'format']);
/** The memory of a growing member, and of a value that is kept unchanged, in characters. */
const MEMBER_CHARACTERS = 64;
const VALUE_CHARACTERS = 4;

export const createSum = (): Sum => ({ members: new Map() });

/** Merges a part into an object. Lists grow, objects are merged, strings grow if `grows` is true, and other values are replaced. */
export const mergeDelta = ({ members }: Sum, part: Members, merging: Merging): void => {
  for (const name in part) {
    // Assigning this name would set the prototype instead of a member.
    if (name === '__proto__') continue;
    const held = members.get(name);
    if (!held) merging.size += name.length + MEMBER_CHARACTERS;
    const next = added(held, name, part[name], merging);
    if (next !== held) members.set(name, next);
  }
};

/** Returns the merged object as plain data. */
export const valueOf = ({ members }: Sum): Members => Object.fromEntries([...members].map(([name, node]) => [name, plain(node)]));

const plain = (node: Node): unknown => {
  if ('text' in node) return node.text.value();
  if ('list' in node) return node.list.items.map(plain);
  return 'sum' in node ? valueOf(node.sum) : node.value;
};

const added = (held: Node | undefined, name: string, value: unknown, merging: Merging): Node => {
  if (typeof value === 'string') return withText(held, name, value, merging);
  if (Array.isArray(value)) return withParts(held, name, value, merging);
  if (isMembers(value)) return withMembers(held, name, value, merging);
  return held && value === null ? held : { value };
};

const withText = (held: Node | undefined, name: string, value: string, merging: Merging): Node => {
  if (held && 'list' in held) return value === '' ? held : withParts(held, name, [{ type: 'text', text: value }], merging);
  if (held && value === '' && !('value' in held && held.value === null)) return held;
  merging.size += value.length;
  if (!held || !('text' in held)) return { text: createGrowingText(value) };
  if (merging.grows && !WHOLE.has(name)) {
    held.text.add(value);
    return held;
  }
  merging.size -= held.text.length();
  return { text: createGrowingText(value) };
};

const withMembers = (held: Node | undefined, name: string, value: Members, merging: Merging): Node => {
  if (held && ('list' in held || (merging.grows && 'text' in held))) return withParts(held, name, [value], merging);
  const sum = held && 'sum' in held ? held.sum : createSum();
  mergeDelta(sum, value, merging);
  return { sum };
};

const withParts = (held: Node | undefined, name: string, parts: readonly unknown[], merging: Merging): Node => {
  const add = name === 'tool_calls' ? addCalls : addParts;
  if (held && 'list' in held) {
    add(held.list, parts, merging);
    return held;
  }
  const list: List = { items: [], places: new Map() };
  const before = held && 'text' in held && merging.grows ? held.text.value() : '';
  if (before !== '') addParts(list, [{ type: 'text', text: before }], merging);
  add(list, parts, merging);
  return { list };
};

const addParts = ({ items, places }: List, parts: readonly unknown[], merging: Merging): void => {
  // The first text part continues the last text part of the previous event.
  let open = textOf(items.at(-1));
  for (const part of parts) {
    const place = isMembers(part) ? (part['index'] ?? undefined) : undefined;
    const held = places.get(place) ?? (isText(part) ? open : undefined);
    open = undefined;
    if (held && isMembers(part) && !isOther(held, part) && !isOther(held, part, 'type')) mergeDelta(held, part, merging);
    else {
      merging.size += VALUE_CHARACTERS;
      items.push(newPart(part, place, places, merging));
    }
  }
};

const addCalls = (list: List, pieces: readonly unknown[], merging: Merging): void => {
  list.callOf ??= createCallFinder(() => {
    const sum = createSum();
    merging.size += VALUE_CHARACTERS;
    list.items.push({ sum });
    return sum;
  });
  for (const piece of pieces) {
    if (!isMembers(piece)) {
      addParts(list, [piece], merging);
      continue;
    }
    const { call, name } = list.callOf(piece);
    // The first id is kept: the caller already received it, and returns it with the result of the tool.
    mergeDelta(call, isOther(call, piece) ? { ...piece, id: null } : piece, merging);
    for (const kind of ['function', 'custom']) {
      const called = piece[kind];
      if (isMembers(called) && called['name'] && called['name'] !== name) mergeDelta(call, { [kind]: { name } }, merging);
    }
  }
};

const newPart = (part: unknown, place: unknown, places: List['places'], merging: Merging): Node => {
  if (!isMembers(part) || (place === undefined && !isText(part))) {
    merging.size += sizeOf(part);
    return { value: part };
  }
  const sum = createSum();
  mergeDelta(sum, part, merging);
  if (place !== undefined) places.set(place, sum);
  return { sum };
};

/** Returns true for a part that contains only text. */
const isText = (part: unknown): boolean =>
  isMembers(part) && part['type'] === 'text' && typeof part['text'] === 'string' && Object.keys(part).length === 2;

const textOf = (node: Node | undefined): Sum | undefined => {
  if (!node || !('sum' in node) || node.sum.members.size !== 2) return undefined;
  const { members } = node.sum;
  const type = members.get('type');
  return type && 'text' in type && type.text.value() === 'text' && members.has('text') ? node.sum : undefined;
};

/**
 * Returns true if a part with the same index is another part. Some services use one index for all parts, with different ids. OpenRouter
 * uses one index for details of different types.
 */
const isOther = ({ members }: Sum, part: Members, name = 'id'): boolean => {
  const value = part[name];
  const held = members.get(name);
  return typeof value === 'string' && value !== '' && held !== undefined && 'text' in held && !['', value].includes(held.text.value());
};

/** Returns the size of a value, in characters. */
export const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((size, inner) => size + VALUE_CHARACTERS + sizeOf(inner), 0);
};
