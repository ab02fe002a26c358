/** How the local search service differs from the default one. */
export interface LocalSearchOptions {
  /** True refuses whoever is no agent. */
  readonly requireAgent?: boolean;
}
