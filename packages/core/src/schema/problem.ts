/** A problem of a value, with its field. */
export interface Problem {
  /** Dotted path of the field; empty for the value itself. */
  readonly field: string;
  readonly message: string;
}
