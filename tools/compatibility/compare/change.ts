/** A change between two states of the public API. */

/**
 * The effect of a change on programs that were written before it:
 *
 * - `breaking`: a program may stop compiling, fail, or behave differently.
 * - `addition`: programs continue, and new programs can do more.
 * - `other`: the change is visible, but no program depends on it.
 */
export type Level = 'breaking' | 'addition' | 'other';

/** The part of an operation or a package that changed. */
export type Part = 'operation' | 'input' | 'output' | 'credentials' | 'retry' | 'setting' | 'deprecation' | 'type' | 'default';

export interface Change {
  readonly package: string;
  /** The operation or the exported name, such as `wallets.transact`. */
  readonly subject: string;
  readonly part: Part;
  /** The path of the field, or the name of the setting. Absent if the subject itself changed. */
  readonly field?: string;
  readonly level: Level;
  /** The change, written to follow its subject, such as `no longer accepts reference`. */
  readonly message: string;
}

/** Returns a change in one sentence. */
export const sentenceOf = ({ subject, message }: Pick<Change, 'subject' | 'message'>): string => `${subject} ${message}`;
