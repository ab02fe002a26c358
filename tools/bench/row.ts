/** One candidate that does a row's work. */
export interface Way {
  readonly name: string;
  /** The candidate to compare with. Default: the row's. */
  readonly limit?: string;
  /** The maximum that this SDK should take; the minimum for requests per second. Default: no aim. */
  readonly aim?: number;
  /** Settings of this candidate only. */
  readonly settings?: object;
}

/** Settings that a row has prepared. */
interface Prepared {
  readonly settings: object;
  /** Settings of the row's server. */
  readonly server?: object;
  remove(): Promise<void>;
}

/** Work that several packages do, each in a separate process. */
export interface Row {
  readonly name: string;
  readonly title: string;
  /** The program in `peers/`. */
  readonly program: string;
  readonly settings: object;
  /** The candidate that the others are compared with. */
  readonly limit: string;
  readonly ways: readonly Way[];
  /** The figures of the table. Each column is the result of one process per round. */
  readonly show: 'ratio' | 'difference' | 'rate' | 'memory' | 'bytes';
  /** The unit of the absolute figures. */
  readonly unit: 'us' | 'ms' | 'bytes';
  /** The work, and the number of repetitions. */
  readonly note: string;
  /** A program whose first message, an origin, joins the settings as `origin` or another name. */
  readonly server?: { readonly program: string; readonly as: string };
  /** Prepares further settings, with the folder of the programs. Returns them with a function that removes what it made. */
  readonly prepare?: (programs: string) => Promise<Prepared>;
  /** The number of rounds. Default: the rounds of the command. */
  readonly rounds?: number;
}

/** Creates a way. `aim` is the limit that it should keep. */
export const way = (name: string, aim?: number, more: Partial<Way> = {}): Way => ({ name, ...(aim !== undefined && { aim }), ...more });
