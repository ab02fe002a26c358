/** A difference between an environment and the contracts. It contains no values from responses. */
export interface Finding {
  /** The name, such as `organizations.members.list`. */
  readonly operation: string;
  /** The kind of difference. */
  readonly kind: 'missing' | 'extra' | 'type' | 'value' | 'renamed' | 'status' | 'error-form' | 'header' | 'failed';
  /** A `difference` can break a program. A `note` does not, such as an unknown field, or a call that failed with 402. */
  readonly level: 'difference' | 'note';
  /** The dotted name of a field, or the part of the response. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
}
