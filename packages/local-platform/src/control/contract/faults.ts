import { integer, noContent, object, operation, string } from '@platform-sdk/core/contract';
import type { ActiveFault, NoInput, OperationSummary, JsonFault } from '../documents.ts';
import { activeFault, faultFields, listOf } from '../schemas.ts';

/** Lists the faults that apply to further calls. */
export const listFaults = operation({
  method: 'GET',
  path: '/faults',
  credentials: 'token',
  input: object<NoInput>({}),
  output: object<{ readonly faults: readonly ActiveFault[] }>({ faults: listOf(activeFault) }),
  retry: 'safe',
});

/** Adds a fault for the next matching calls. */
export const addFault = operation({
  method: 'POST',
  path: '/faults',
  credentials: 'token',
  input: object<JsonFault>(faultFields),
  output: activeFault,
  retry: 'non-idempotent',
});

/** Removes a fault. */
export const removeFault = operation({
  method: 'DELETE',
  path: '/faults/{id}',
  credentials: 'token',
  input: object<{ readonly id: number }>({ id: integer() }),
  output: noContent,
  status: 204,
  retry: 'idempotent',
  errors: [404],
});

/** Removes all faults. */
export const clearFaults = operation({
  method: 'DELETE',
  path: '/faults',
  credentials: 'token',
  input: object<NoInput>({}),
  output: noContent,
  status: 204,
  retry: 'idempotent',
});

/** Lists the operations of the platform. */
export const listOperations = operation({
  method: 'GET',
  path: '/operations',
  credentials: 'token',
  input: object<NoInput>({}),
  output: object<{ readonly operations: readonly OperationSummary[] }>({
    operations: listOf(object<OperationSummary>({ name: string, method: string, path: string })),
  }),
  retry: 'safe',
});
