/** Options of the local search service. */
export interface LocalSearchOptions {
  /** If true, calls without agent credentials get 401. Default: false. */
  readonly requireAgent?: boolean;
}
