/** A candidate that a row compares, such as this SDK. */
export interface Way {
  readonly name: string;
  /** The candidate to compare with. Default: the `limit` of the row. */
  readonly limit?: string;
  /** The value that this SDK should not exceed; for requests per second, the value that it should reach. Default: no aim. */
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

/** A benchmark: the same work by several candidates, each in a separate process. */
export interface Row {
  readonly name: string;
  readonly title: string;
  /** The program in `peers/`. */
  readonly program: string;
  readonly settings: object;
  /** The candidate that the others are compared with. */
  readonly limit: string;
  readonly ways: readonly Way[];
  /** The figure that the table compares, from one process per round. */
  readonly show: 'ratio' | 'difference' | 'rate' | 'memory' | 'bytes';
  /** The unit of the absolute figures. */
  readonly unit: 'us' | 'ms' | 'bytes';
  /** The work, and the number of repetitions. */
  readonly note: string;
  /** A server to start before the work. The server's first message is its origin, which becomes the setting named `as`. */
  readonly server?: { readonly program: string; readonly as: string };
  /** Prepares further settings. Returns them with a function that removes everything that was prepared. */
  readonly prepare?: (programs: string) => Promise<Prepared>;
  /** The number of rounds. Default: the rounds of the command. */
  readonly rounds?: number;
}

export const way = (name: string, aim?: number, more: Partial<Way> = {}): Way => ({ name, ...(aim !== undefined && { aim }), ...more });
