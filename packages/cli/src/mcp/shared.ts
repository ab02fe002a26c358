import type { OperationEntry } from '../operations/operations.ts';
import type { Budget } from './budget.ts';
import type { AgentEnvironment } from './environment.ts';

/** The state that all clients of a server share. */
export interface Shared extends AgentEnvironment {
  readonly entries: readonly OperationEntry[];
  /** Calls that change something are allowed. */
  readonly allowWrites: boolean;
  /** The maximum length of a result, in characters of JSON. */
  readonly maxCharacters: number;
  readonly budget: Budget;
  /** The chosen services with a tool for each operation. Empty for the three tools. */
  readonly services: readonly string[];
}
