/** A problem of a value, with the field that has it. */
export interface Problem {
  /** Dotted path of the field; empty for the value itself. */
  readonly field: string;
  readonly message: string;
}
