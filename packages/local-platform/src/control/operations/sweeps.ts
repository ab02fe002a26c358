import { refuse } from '../../errors/refusal.ts';
import type * as contract from '../contract/sweeps.ts';
import type { ControlRules } from '../operation.ts';

export const sweepRules: ControlRules<typeof contract> = {
  listSweeps: (_, { internals }) => ({ sweeps: internals.sweeps.map(({ report }, index) => ({ id: index + 1, report })) }),

  async replayCell({ id, cell }, { internals, hub, stateChanged }) {
    const found = internals.sweeps[id - 1];
    if (!found) return refuse(404, 'UNKNOWN_SWEEP', `There is no sweep ${id}.`);
    if (!found.report.cells.some((each) => each.id === cell))
      return refuse(404, 'UNKNOWN_CELL', `The sweep has no cell ${cell}.`, { field: 'cell' });
    const replay = await found.replay(cell);
    stateChanged('replay');
    hub.emit('faults', { faults: [] });
    return replay;
  },
};
