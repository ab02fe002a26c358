import { isMembers, type Members } from '../diagnostics/json.ts';

/** The state of one tool call. */
interface Entry<Call> {
  readonly call: Call;
  /** The index of the call's pieces as a string, or the string `undefined` if they contain no index. */
  index: string;
  id: string;
  name: string;
  /** True once a part of its arguments has arrived. */
  hasInput: boolean;
  /** The number of open brackets in the arguments. For a call without an id, only the brackets show where the call ends. */
  depth: number;
  isBegun: boolean;
  isQuoted: boolean;
  isEscaped: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const NONE = 'undefined';

/** The tool call that a piece belongs to, and the part of its function's name that has arrived. */
export interface FoundCall<Call> {
  readonly call: Call;
  readonly name: string;
}

/**
 * Returns a function that finds the tool call of a piece, or begins a new call. Providers identify calls by index, by id, by both or by
 * neither, and some change both. A piece is matched by its id and index. Without these and without a name, it continues the latest
 * call. A name begins a new call after another name, another id, or complete arguments: Gemini sends parallel calls with the index 0 and empty
 * ids. If a call has an id and no arguments yet, a name continues its name, as Gemini sends long names in pieces. A piece with a new
 * id and a function without a name continues a call too, and the call keeps its first id.
 */
export const createCallFinder = <Call>(begin: () => Call): ((piece: Members) => FoundCall<Call>) => {
  const byId = new Map<string, Entry<Call>>();
  const byIndex = new Map<string, Entry<Call>>();
  let latest: Entry<Call> | undefined;

  const entryOf = (index: string, id: string, name: string, isCall: boolean): Entry<Call> | undefined => {
    const known = byId.get(id);
    if (known && (index === NONE || known.index === NONE || known.index === index))
      return name === '' || known.name === '' || name === known.name || isNamedOn(known) ? known : undefined;
    const held = index === NONE ? latest : (byIndex.get(index) ?? (latest?.index === NONE ? latest : undefined));
    if (!held) return undefined;
    if (id === '' && index !== NONE && isNamedOn(held)) return held;
    const isOther = id !== '' && held.id !== '';
    // Some providers send a new id with each piece.
    if (name === '') return !isOther || isCall ? held : undefined;
    if (isOther || (held.name !== '' && name !== held.name)) return undefined;
    return held.isBegun && held.depth === 0 && !held.isQuoted ? undefined : held;
  };

  return ({ index: place, id: given, function: called, custom }) => {
    const { name: word, arguments: args, input = args } = Object(called ?? custom) as Members;
    const index = typeof place === 'number' || typeof place === 'string' ? String(place) : NONE;
    const id = textOf(given);
    const name = textOf(word);
    latest = entryOf(index, id, name, isMembers(called ?? custom)) ?? {
      call: begin(),
      index,
      id,
      name: '',
      hasInput: false,
      depth: 0,
      isBegun: false,
      isQuoted: false,
      isEscaped: false,
    };
    if (latest.index === NONE) latest.index = index;
    latest.id ||= id;
    // Some providers repeat the complete name.
    if (name !== latest.name) latest.name += name;
    if (id !== '') byId.set(id, latest);
    if (index !== NONE) byIndex.set(index, latest);
    const text = isMembers(input) ? '{}' : textOf(input);
    latest.hasInput ||= text !== '';
    if (latest.id === '') follow(latest, text);
    return latest;
  };
};

/** Returns true if a name in the next piece continues the name of a call. */
const isNamedOn = ({ id, hasInput }: Entry<unknown>): boolean => id !== '' && !hasInput;

/** Counts the brackets of JSON piece by piece, and reads each character once. */
const follow = (entry: Entry<unknown>, text: string): void => {
  for (const character of text) {
    if (entry.isEscaped) entry.isEscaped = false;
    else if (character === '"') entry.isQuoted = !entry.isQuoted;
    else if (entry.isQuoted) entry.isEscaped = character === '\\';
    else if (character === '{' || character === '[') {
      entry.depth++;
      entry.isBegun = true;
    } else if (character === '}' || character === ']') entry.depth--;
  }
};
