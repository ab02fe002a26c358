import type { Assumption } from '../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Analytics errors',
    choice:
      'As Langfuse words them: `{message, error}`. Without a known key pair 401 UnauthorizedError, whatever else is wrong; input that breaks the contract is 400, with what is wrong listed in `error`.',
  },
  { topic: 'Api-Key of analytics', choice: "Not asked for, although the clients send theirs: Langfuse's own clients have none." },
  { topic: 'Time filters', choice: '`fromTimestamp` includes its moment, `toTimestamp` does not.' },
  { topic: 'Tag filters', choice: 'Comma-separated, repeated or both; a trace has to have all of them.' },
  {
    topic: 'Order of traces',
    choice: 'The latest first unless `orderBy` says otherwise; by a field that traces are not ordered by it is 400.',
  },
  {
    topic: 'Daily metrics',
    choice: 'Computed from the traces; days are in UTC, the latest first, 50 at most; days without traces are left out.',
  },
  { topic: 'Trace ids', choice: 'Found encoded or not, with slashes too.' },
];
