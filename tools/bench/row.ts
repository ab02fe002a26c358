/** One way of doing a row's work. */
export interface Way {
  readonly name: string;
  /** The way to compare with. Default: the row's. */
  readonly limit?: string;
  /** The most that this SDK should take; the least for requests a second. Default: no aim. */
  readonly aim?: number;
  /** Settings of this way alone. */
  readonly settings?: object;
}

/** Work that several packages do, each in a process of its own. */
export interface Row {
  readonly name: string;
  readonly title: string;
  /** The program in `peers/`. */
  readonly program: string;
  readonly settings: object;
  /** The way that the others are compared with. */
  readonly limit: string;
  readonly ways: readonly Way[];
  /** The figures of the table. Each column is the result of one process a round. */
  readonly show: 'ratio' | 'difference' | 'rate' | 'memory';
  /** The unit of the absolute figures. */
  readonly unit: 'us' | 'ms';
  /** The work, and the number of repetitions. */
  readonly note: string;
  /** A program whose first message, an origin, joins the settings as `origin` or another name. */
  readonly server?: { readonly program: string; readonly as: string };
  /** Adds settings that have to be made first. Returns them and removes what it made. */
  readonly prepare?: () => Promise<{ readonly settings: object; remove(): Promise<void> }>;
  /** Rounds. Default: those of the command. */
  readonly rounds?: number;
}
