import { operationsOf } from '../../routing/operations.ts';
import { refuse } from '../../errors/refusal.ts';
import type { WaitingFault } from '../../faults/faults.ts';
import type * as contract from '../contract/faults.ts';
import type { ActiveFault, OperationSummary, JsonFault } from '../documents.ts';
import { orInvalid, type ControlContext, type ControlRules } from '../operation.ts';

const shown = (waiting: WaitingFault): ActiveFault => {
  const { operation, status, failure, delayMs, applied } = waiting.fault;
  return {
    id: waiting.id,
    remaining: Number.isFinite(waiting.left) ? waiting.left : null,
    ...(operation !== undefined && { operation }),
    ...(status !== undefined && { status }),
    ...(failure !== undefined && { failure }),
    ...(delayMs !== undefined && { delayMs }),
    ...(applied !== undefined && { applied }),
  };
};

export const activeFaults = ({ internals }: Pick<ControlContext, 'internals'>): ActiveFault[] => internals.faults.waiting.map(shown);

const operationSummaries = ({ internals }: Pick<ControlContext, 'internals'>): OperationSummary[] =>
  operationsOf(internals.services).map(({ name, operation: { method, path } }) => ({ name, method, path }));

export const addFault = (context: ControlContext, { times = 1, ...given }: JsonFault): ActiveFault => {
  orInvalid(() => context.internals.faults.add({ ...given, times: times ?? Infinity }));
  const all = activeFaults(context);
  context.hub.emit('faults', { faults: all });
  return all.at(-1) as ActiveFault;
};

export const faultRules: ControlRules<typeof contract> = {
  listFaults: (_, call) => ({ faults: activeFaults(call) }),

  addFault: (fault, call) => addFault(call, fault),

  removeFault({ id }, { internals, hub }) {
    const found = internals.faults.waiting.find((waiting) => waiting.id === id);
    if (!found) return refuse(404, 'UNKNOWN_FAULT', `There is no fault ${id}.`);
    internals.faults.remove(found);
    hub.emit('faults', { faults: activeFaults({ internals }) });
  },

  clearFaults(_, { internals, hub }) {
    internals.faults.clear();
    hub.emit('faults', { faults: [] });
  },

  listOperations: (_, call) => ({ operations: operationSummaries(call) }),
};
