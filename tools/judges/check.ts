/** One check of a judge. A check passes unless it throws. */
export interface Check {
  readonly title: string;
  readonly run: () => unknown;
}

/** A client or a validator of another vendor, at a pinned version, with its checks. */
export interface Judge {
  readonly name: string;
  readonly checks: readonly Check[];
  /** Called after the last check. */
  readonly close?: () => unknown;
}
