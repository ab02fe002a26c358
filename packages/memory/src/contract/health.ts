import { boolean, number, object, openEnum, operation, optional, record } from '@platform-sdk/core/contract';
import type { MemoryHealthCheck, MemoryHealth, MemoryLiveness, MemoryReadiness } from '../types.ts';
import { health as status, maybe } from './schemas.ts';

/** Returns the status `ok` if the service responds. */
export const health = operation({
  method: 'GET',
  path: '/health',
  credentials: 'none',
  input: object<{}>({}),
  output: object<MemoryHealth>({ status: openEnum('ok') }),
  retry: 'safe',
});

/** Returns the health of the service, of its database, its cache and its model. */
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

/** Returns whether the service accepts calls. A 503 that reports `ready: false` is a result, not an error. */
export const ready = operation({
  method: 'GET',
  path: '/ready',
  credentials: 'none',
  input: object<{}>({}),
  output: object<MemoryReadiness>({ ready: boolean, message: maybe }),
  retry: 'safe',
  errors: [503],
});
