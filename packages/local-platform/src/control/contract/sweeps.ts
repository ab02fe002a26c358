import { integer, object, operation, string } from '@platform-sdk/core/contract';
import type { NoInput, NumberedSweep } from '../documents.ts';
import { listOf, sweepReplay, sweepReport } from '../schemas.ts';

/** Lists the reports of the sweeps that this process has run, oldest first. */
export const listSweeps = operation({
  method: 'GET',
  path: '/sweeps',
  credentials: 'token',
  input: object<NoInput>({}),
  output: object<{ readonly sweeps: readonly NumberedSweep[] }>({
    sweeps: listOf(object<NumberedSweep>({ id: integer(), report: sweepReport })),
  }),
  retry: 'safe',
});

interface ReplayInput {
  /** The number of the sweep. */
  readonly id: number;
  /** The id of the cell, such as `wallets.transact#1/lost`. */
  readonly cell: string;
}

/** Runs one cell of a sweep again, and removes all faults. The platform keeps the state after the run. */
export const replayCell = operation({
  method: 'POST',
  path: '/sweeps/{id}/replay',
  credentials: 'token',
  input: object<ReplayInput>({ id: integer(), cell: string }),
  output: sweepReplay,
  retry: 'non-idempotent',
  errors: [404],
});
