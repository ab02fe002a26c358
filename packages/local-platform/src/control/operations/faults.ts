import { operationsOf } from '../../routing/operations.ts';
import type { Fault, WaitingFault } from '../../faults/faults.ts';
import type { ActiveFault, OperationSummary } from '../documents.ts';
import { failControl, orInvalid, type ControlContext, type ControlOperation } from '../operation.ts';
import { activeFault, fault, listOf, objectOf, text } from '../schemas.ts';

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

/** Adds a fault that came as JSON. */
export const addFault = (context: ControlContext, { times = 1, ...given }: Readonly<Record<string, unknown>>): ActiveFault => {
  const added: Fault = {
    ...given,
    times: times === null ? Infinity : (times as number),
  };
  orInvalid(() => context.internals.faults.add(added));
  const all = activeFaults(context);
  context.hub.emit('faults', { faults: all });
  return all.at(-1) as ActiveFault;
};

export const faultOperations: readonly ControlOperation[] = [
  {
    id: 'listFaults',
    method: 'GET',
    path: '/faults',
    summary: 'Lists the faults that wait for calls.',
    response: objectOf({ faults: listOf(activeFault) }),
    run: (call) => ({ faults: activeFaults(call) }),
  },
  {
    id: 'addFault',
    method: 'POST',
    path: '/faults',
    summary: 'Adds a fault for the next matching calls.',
    body: fault,
    response: activeFault,
    run: (call) => addFault(call, call.body),
  },
  {
    id: 'removeFault',
    method: 'DELETE',
    path: '/faults/{id}',
    summary: 'Removes a fault.',
    failures: [404],
    run({ internals, hub, parameters }) {
      const found = internals.faults.waiting.find(({ id }) => String(id) === parameters['id']);
      if (!found) return failControl(404, 'UNKNOWN_FAULT', `There is no fault ${parameters['id']}.`);
      internals.faults.remove(found);
      hub.emit('faults', { faults: activeFaults({ internals }) });
      return undefined;
    },
  },
  {
    id: 'clearFaults',
    method: 'DELETE',
    path: '/faults',
    summary: 'Removes all faults.',
    run({ internals, hub }) {
      internals.faults.clear();
      hub.emit('faults', { faults: [] });
    },
  },
  {
    id: 'listOperations',
    method: 'GET',
    path: '/operations',
    summary: 'Lists the operations of the platform.',
    response: objectOf({ operations: listOf(objectOf({ name: text, method: text, path: text })) }),
    run: (call) => ({ operations: operationSummaries(call) }),
  },
];
