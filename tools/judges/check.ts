/** One thing that a judge tries. It passes unless it throws. */
export interface Check {
  readonly title: string;
  readonly run: () => unknown;
}

/** A judge: another vendor's client or validator, at a pinned version. */
export interface Judge {
  readonly name: string;
  readonly checks: readonly Check[];
  /** Called after the last check. */
  readonly close?: () => unknown;
}
