import { boolean, number, object, open, operation, optional, record } from '@platform-sdk/core/contract';
import type { Check, Health, Liveness, Readiness } from '../types.ts';
import { health as status, maybe } from './schemas.ts';

/** Says that the service answers. */
export const health = operation({
  method: 'GET',
  path: '/health',
  credentials: 'none',
  input: object<{}>({}),
  output: object<Health>({ status: open('ok') }),
  retry: 'safe',
});

/** Says how healthy the service and its parts are. */
export const live = operation({
  method: 'GET',
  path: '/health/live',
  credentials: 'none',
  input: object<{}>({}),
  output: object<Liveness>({
    status,
    checks: optional(record(object<Check>({ status, latency_ms: optional(number) }))),
    timestamp: maybe,
  }),
  retry: 'safe',
});

/** Says whether the service takes calls. That it does not is an answer of the client too, although the service says it with the status 503. */
export const ready = operation({
  method: 'GET',
  path: '/ready',
  credentials: 'none',
  input: object<{}>({}),
  output: object<Readiness>({ ready: boolean, message: maybe }),
  retry: 'safe',
  errors: [503],
});
