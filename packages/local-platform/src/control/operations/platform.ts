import type { Snapshot } from '../../platform/snapshot.ts';
import type { NumberedMessage } from '../documents.ts';
import { orInvalid, type ControlContext, type ControlOperation } from '../operation.ts';
import { clock, listOf, message, objectOf, seed, snapshot, text, whole } from '../schemas.ts';
import { seedOf } from '../seed-of.ts';

/** The messages with their places in the inbox. */
const messagesOf = ({ internals }: Pick<ControlContext, 'internals'>): NumberedMessage[] =>
  internals.world.inbox.all.map((each, index) => ({ id: index + 1, ...each }));

export const clockOf = ({ internals }: Pick<ControlContext, 'internals'>) => ({
  now: internals.world.clock.now(),
  time: internals.world.timestamp(),
});

export const platformOperations: readonly ControlOperation[] = [
  {
    id: 'getCounts',
    method: 'GET',
    path: '/counts',
    summary: 'Counts requests, messages and faults.',
    response: objectOf({ requests: whole, messages: whole, faults: whole }),
    run: ({ recorder, internals: { world, faults } }) => ({
      requests: recorder.all.at(-1)?.id ?? 0,
      messages: world.inbox.all.length,
      faults: faults.waiting.length,
    }),
  },
  {
    id: 'listMessages',
    method: 'GET',
    path: '/inbox',
    summary: 'Lists the e-mails and SMS that the platform sent, oldest first.',
    query: { to: { type: 'string', description: 'Lists only messages to this address. Default: all.' } },
    response: objectOf({ messages: listOf(message) }),
    run: (call) => ({ messages: messagesOf(call).filter(({ to }) => to.toLowerCase() === String(call.query['to'] ?? to).toLowerCase()) }),
  },
  {
    id: 'getClock',
    method: 'GET',
    path: '/clock',
    summary: 'Returns the time of the platform.',
    response: clock,
    run: clockOf,
  },
  {
    id: 'advanceClock',
    method: 'POST',
    path: '/clock/advance',
    summary: 'Lets time pass at once.',
    body: objectOf({ ms: { type: 'integer', minimum: 1, maximum: 3_155_760_000_000 } }),
    response: clock,
    run(call) {
      call.internals.world.clock.advance(call.body['ms'] as number);
      const time = clockOf(call);
      call.hub.emit('clock', time);
      return time;
    },
  },
  {
    id: 'seed',
    method: 'POST',
    path: '/seed',
    summary: 'Adds accounts, organizations and other data at once.',
    body: seed,
    response: objectOf({ accounts: listOf({ type: 'object' }), organizations: listOf({ type: 'object' }) }),
    run(call) {
      const { state } = call.internals.capture();
      const seeded = orInvalid(() => {
        try {
          return call.platform.seed(call.body);
        } catch (error) {
          // The first half of the data is not left behind.
          call.internals.restoreState(state);
          throw error;
        }
      });
      call.stateChanged('seed');
      return seeded;
    },
  },
  {
    id: 'getSeed',
    method: 'GET',
    path: '/seed',
    summary: 'Writes the accounts, organizations, credits and memories of now as data for a seed.',
    response: seed,
    run: ({ internals, platform }) => seedOf(internals.world, platform.account.email),
  },
  {
    id: 'getSnapshot',
    method: 'GET',
    path: '/snapshot',
    summary: 'Returns the whole state.',
    response: snapshot,
    run: ({ platform }) => platform.snapshot(),
  },
  {
    id: 'restoreSnapshot',
    method: 'PUT',
    path: '/snapshot',
    summary: 'Puts the state of a snapshot in the place of this one.',
    body: snapshot,
    run(call) {
      orInvalid(() => call.platform.restore(call.body as unknown as Snapshot));
      call.stateChanged('restore');
    },
  },
  {
    id: 'reset',
    method: 'POST',
    path: '/reset',
    summary: 'Removes everything but the default account and its organization; faults too.',
    run(call) {
      call.platform.reset();
      call.stateChanged('reset');
      call.hub.emit('faults', { faults: [] });
    },
  },
  {
    id: 'listJobs',
    method: 'GET',
    path: '/jobs',
    summary: 'Lists the jobs of the converter, oldest first.',
    response: objectOf({ jobs: listOf({ type: 'object' }) }),
    run: ({ platform }) => ({ jobs: platform.jobs }),
  },
  {
    id: 'listAssumptions',
    method: 'GET',
    path: '/assumptions',
    summary: 'Lists the choices that the API specification leaves open.',
    response: objectOf({ assumptions: listOf(objectOf({ topic: text, choice: text })) }),
    run: ({ platform }) => ({ assumptions: platform.assumptions() }),
  },
];
