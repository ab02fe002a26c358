/** What is wrong with a value, and where. */
export interface Problem {
  /** Dotted path of the field; empty for the value itself. */
  readonly field: string;
  readonly message: string;
}
