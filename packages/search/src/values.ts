/** The flows of a search. `agentic` summarizes, `search_only` returns raw results, `scrap_only` returns the content of given pages. */
export const SEARCH_FLOWS = ['agentic', 'search_only', 'scrap_only'] as const;
