import { boolean, number, object, openEnum, operation, optional, record } from '@platform-sdk/core/contract';
import type { MemoryHealthCheck, MemoryHealth, MemoryLiveness, MemoryReadiness } from '../types.ts';
import { health as status, maybe } from './schemas.ts';

/** Says that the service answers. */
export const health = operation({
  method: 'GET',
  path: '/health',
  credentials: 'none',
  input: object<{}>({}),
  output: object<MemoryHealth>({ status: openEnum('ok') }),
  retry: 'safe',
});

/** Says how healthy the service and its parts are. */
export const live = operation({
  method: 'GET',
  path: '/health/live',
  credentials: 'none',
  input: object<{}>({}),
  output: object<MemoryLiveness>({
    status,
    checks: optional(record(object<MemoryHealthCheck>({ status, latency_ms: optional(number()) }))),
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
  output: object<MemoryReadiness>({ ready: boolean, message: maybe }),
  retry: 'safe',
  errors: [503],
});
