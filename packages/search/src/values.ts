/** The flows of a search: search, scrape and summarize; raw search results; or the content of given pages. */
export const SEARCH_FLOWS = ['agentic', 'search_only', 'scrap_only'] as const;
