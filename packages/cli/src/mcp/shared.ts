import type { Platform } from '@platform-sdk/core';
import type { OperationEntry } from '../operations/operations.ts';
import type { Budget } from './budget.ts';

/** The state that all clients of a server share. */
export interface Shared {
  readonly platform: Platform;
  readonly entries: readonly OperationEntry[];
  /** Calls that change something are allowed. */
  readonly allowWrites: boolean;
  /** The maximum length of a result, in characters of JSON. */
  readonly maxCharacters: number;
  readonly budget: Budget;
  /** Signs in before the first call that needs a user. */
  readonly signIn: (entry: OperationEntry) => Promise<void>;
  /** Adds the tokens of the session to the secrets that no result may contain. */
  readonly rememberSession: () => Promise<void>;
  /** The secrets of the server itself. */
  readonly secrets: () => readonly string[];
  /** The chosen services with a tool for each operation. Empty for the three tools. */
  readonly services: readonly string[];
}
