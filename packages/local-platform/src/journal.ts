/** One request, as it came and as it was answered. Holds no query, header or body: nothing secret. */
export interface JournalEntry {
  /** Such as `organizations.members.list`; undefined for a path that no document shows. */
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  /** Undefined until the request is answered, and when its connection broke. */
  readonly status: number | undefined;
  /** Dotted names, in the query and the body, that the operation does not know. */
  readonly unknownFields: readonly string[];
  /** When it came, in milliseconds of the platform's clock. */
  readonly at: number;
  /** The client went away before the answer was over. */
  readonly disconnected?: boolean;
}

/** An entry whose request is still under way. */
export type OpenEntry = { -readonly [Name in keyof JournalEntry]: JournalEntry[Name] };

/** A platform that serves for days keeps this many entries at most. */
const MOST = 10_000;

/** How much it keeps of a text that a caller chose. */
const MAX_CHARACTERS = 1000;

export const note = (journal: JournalEntry[], entry: OpenEntry): OpenEntry => {
  if (journal.length >= MOST) journal.splice(0, MOST / 2);
  journal.push(entry);
  return entry;
};

/** Returns a text as an entry keeps it. */
export const brief = (text: string): string => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text);
