import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Analytics errors',
    choice:
      "The same form as Langfuse's: `{message, error}`. Without a known key pair, every request is 401 UnauthorizedError. Input that breaks the contract is 400, with its problems listed in `error`.",
  },
  { topic: 'Api-Key of analytics', choice: "Optional, because Langfuse's own clients do not send it. A wrong Api-Key is 401." },
  { topic: 'Time filters', choice: '`fromTimestamp` is inclusive, `toTimestamp` exclusive.' },
  { topic: 'Tag filters', choice: 'Comma-separated, repeated or both; a trace must match all tags.' },
  {
    topic: 'Order of traces',
    choice: 'The latest first by default. Ordering by an unsortable field is 400.',
  },
  {
    topic: 'Daily metrics',
    choice: 'Computed from the traces. Days are in UTC, the latest first, 50 at most, without empty days.',
  },
  { topic: 'Trace ids', choice: 'They may contain slashes, percent-encoded or not.' },
];
