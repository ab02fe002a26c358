/** The strategies by which `auto` chooses a model: the most capable, the least expensive, or the quickest. */
export const ROUTING_STRATEGIES = ['best', 'cheapest', 'fastest'] as const;

/** The known levels of reasoning effort. Models may accept other levels. */
export const REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high'] as const;
