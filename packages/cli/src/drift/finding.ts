/** The kinds of drift. */
type FindingKind = 'missing' | 'extra' | 'type' | 'value' | 'renamed' | 'status' | 'error-form' | 'header' | 'failed';

/** A difference between an environment and the contracts. A finding contains no value of a response. */
export interface Finding {
  /** The name, such as `organizations.members.list`. */
  readonly operation: string;
  readonly kind: FindingKind;
  /** A `difference` can break a program. A `note` cannot: clients keep unknown fields and accept unknown values. */
  readonly level: 'difference' | 'note';
  /** The dotted name of a field, or the part of the response. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
}
