import type { Assumption } from '../routing/service.ts';

/** The choices that are of no single service. */
export const commonAssumptions: readonly Assumption[] = [
  {
    topic: 'Errors',
    choice:
      '`{errors:[{status, code, title, detail, source?}]}`. A body that is not JSON is 400, fields that break the contract are 422, one error each, both with the code INVALID_INPUT.',
  },
  {
    topic: 'Order of the checks',
    choice: 'Api-Key, Bearer, the length of the body, its depth, input, then the rule of the operation.',
  },
  {
    topic: 'Size of bodies',
    choice:
      '1 MiB, for chats of the gateway and the search 32 MiB: a longer body is 413 TOO_LARGE. One that is nested more than 100 deep, or has more than 25,000 values, is 400 INVALID_INPUT.',
  },
  { topic: 'Times', choice: 'A time without a zone is in UTC; one that there is not, such as 2026-02-30, is 422 INVALID_INPUT.' },
  { topic: 'Unknown fields', choice: 'Tolerated, and named in the journal.' },
  {
    topic: 'Paths',
    choice:
      'A path or method that the API specification does not have is 404 UNKNOWN_PATH. HEAD is answered as GET, without the body; where GET changes something it is 405 METHOD_NOT_ALLOWED.',
  },
];
