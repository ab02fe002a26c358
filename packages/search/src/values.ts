/** The flows of a search. `agentic` summarizes, `search_only` returns results, and `scrap_only` returns the content of pages. */
export const SEARCH_FLOWS = ['agentic', 'search_only', 'scrap_only'] as const;
