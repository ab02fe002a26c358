import type { Assumption } from '../routing/service.ts';

/** Assumptions that concern several services. */
export const commonAssumptions: readonly Assumption[] = [
  {
    topic: 'Errors',
    choice:
      '`{errors:[{status, code, title, detail, source?}]}`. A body that is not JSON is 400. Invalid fields are 422, with one error for each field. Both have the code INVALID_INPUT.',
  },
  {
    topic: 'Order of the checks',
    choice: 'Api-Key, Bearer, the length of the body, its depth, input, then the rule of the operation.',
  },
  {
    topic: 'Size of bodies',
    choice:
      '1 MiB, or 32 MiB for chats of the gateway and the search service. A longer body is 413 TOO_LARGE. Nesting of more than 100 levels, or more than 25,000 values, is 400 INVALID_INPUT.',
  },
  { topic: 'Times', choice: 'A time without a zone is in UTC. Invalid dates such as 2026-02-30 are 422 INVALID_INPUT.' },
  {
    topic: 'Media types',
    choice:
      'JSON is sent as `application/json`, or as a type that ends with `+json`. Any other type is 415 UNSUPPORTED_MEDIA_TYPE in the control plane, and invalid input in the other services: 400, in searches 422. JSON must be UTF-8, or it is 400. A compressed body is 415 UNSUPPORTED_ENCODING.',
  },
  { topic: 'Unknown fields', choice: 'Accepted, and listed in the request log.' },
  {
    topic: 'Paths',
    choice:
      'An unknown path is 404 UNKNOWN_PATH. A known path with another method is 405 METHOD_NOT_ALLOWED, with `Allow`. HEAD returns the headers of GET. If a GET changes something, its HEAD is 405.',
  },
];
