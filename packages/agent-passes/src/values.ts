/** The kinds of entries in an agent's log. */
export const ACTIVITY_TYPES = ['api_request', 'token_generation', 'error'] as const;

/** The directions in which a list of activities can be sorted. */
export const ACTIVITY_SORT_ORDERS = ['asc', 'desc'] as const;

/** The formats of an exported log. */
export const ACTIVITY_FORMATS = ['json', 'csv', 'jsonl'] as const;

/** The periods by which metrics are grouped. */
export const METRICS_PERIODS = ['hour', 'day', 'week'] as const;
