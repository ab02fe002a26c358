/** The strategies by which `auto` chooses a model: the most capable, the least expensive, or the quickest. */
export const ROUTING_STRATEGIES = ['best', 'cheapest', 'fastest'] as const;

/** The known amounts of reasoning before a reply. Models may accept others. */
export const REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high'] as const;
