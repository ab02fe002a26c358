import { isMembers, type Members } from './event-json.ts';

/** Finds the tool call to which a piece belongs. */
export interface CallFinder<Call> {
  /** Returns the call that the piece continues; undefined for a piece that begins one. */
  find(piece: Members): Call | undefined;
  /** Takes note of a piece, and of the call that it was added to. */
  note(piece: Members, call: Call): void;
}

/** What is known of one call. */
interface Entry<Call> {
  readonly call: Call;
  index: string | undefined;
  id: string;
  name: string;
  /** Follows the arguments of a call without an id, whose end nothing else shows. */
  readonly follow: (text: string) => void;
  readonly isWhole: () => boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The members of a piece that say where it belongs. */
const factsOf = ({ index, id, function: called, custom }: Members) => {
  const { name, arguments: args, input } = Object(called ?? custom) as Members;
  return {
    index: index === undefined || index === null ? undefined : String(index),
    id: textOf(id),
    name: textOf(name),
    args: args ?? input,
    isCall: isMembers(called) || isMembers(custom),
  };
};

/**
 * Providers number calls, name them by ids, repeat both, change both, or send neither. A piece is joined by its index and id, and else
 * continues the latest call when it has no name. A name begins a new call where another name, another id, or whole arguments came before.
 */
export const createCallFinder = <Call>(): CallFinder<Call> => {
  const byId = new Map<string, Entry<Call>>();
  const byIndex = new Map<string, Entry<Call>>();
  const entries = new Map<Call, Entry<Call>>();
  let latest: Entry<Call> | undefined;

  const entryFor = (piece: Members): Entry<Call> | undefined => {
    const { index, id, name, isCall } = factsOf(piece);
    const known = id === '' ? undefined : byId.get(id);
    const isSame = known && (index === undefined || known.index === undefined || known.index === index);
    if (isSame) return name === '' || known.name === '' || name === known.name ? known : undefined;
    const held = index === undefined ? latest : (byIndex.get(index) ?? (latest?.index === undefined ? latest : undefined));
    if (!held) return undefined;
    // A new id without a name, as some make one for every piece.
    if (name === '') return id === '' || held.id === '' || isCall ? held : undefined;
    if (held.name !== '' && name !== held.name) return undefined;
    return (id !== '' && held.id !== '') || held.isWhole() ? undefined : held;
  };

  return {
    find: (piece) => entryFor(piece)?.call,
    note(piece, call) {
      const { index, id, name, args } = factsOf(piece);
      const entry: Entry<Call> = entries.get(call) ?? { call, index, id: '', name: '', ...followArguments() };
      entries.set(call, entry);
      entry.index ??= index;
      entry.id ||= id;
      entry.name ||= name;
      if (entry.id === '') entry.follow(typeof args === 'string' ? args : args ? '{}' : '');
      if (id !== '') byId.set(id, entry);
      if (index !== undefined) byIndex.set(index, entry);
      latest = entry;
    },
  };
};

/** Follows a JSON text piece by piece, each character once. */
const followArguments = (): Pick<Entry<unknown>, 'follow' | 'isWhole'> => {
  let depth = 0;
  let isBegun = false;
  let isText = false;
  let isEscaped = false;
  return {
    follow(text) {
      for (const character of text) {
        if (isEscaped) isEscaped = false;
        else if (isText && character === '\\') isEscaped = true;
        else if (character === '"') isText = !isText;
        else if (!isText && (character === '{' || character === '[')) {
          depth++;
          isBegun = true;
        } else if (!isText && (character === '}' || character === ']')) depth--;
      }
    },
    isWhole: () => isBegun && depth <= 0 && !isText,
  };
};
