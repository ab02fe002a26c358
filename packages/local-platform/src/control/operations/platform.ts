import { readPageFile } from '#inspector-page';
import { refuse } from '../../errors/refusal.ts';
import type * as contract from '../contract/platform.ts';
import type { NumberedMessage, PlatformTime } from '../documents.ts';
import { orInvalid, type ControlContext, type ControlRules } from '../operation.ts';
import { seedOf } from '../seed-of.ts';
import { activeFaults } from './faults.ts';

/** Returns the messages with their numbers in the inbox. */
const messagesOf = ({ internals }: Pick<ControlContext, 'internals'>): NumberedMessage[] =>
  internals.world.inbox.all.map((each, index) => ({ id: index + 1, ...each }));

export const clockOf = ({ internals }: Pick<ControlContext, 'internals'>): PlatformTime => ({
  now: internals.world.clock.now(),
  time: internals.world.timestamp(),
});

/**
 * Returns the OpenAPI document of the control API, with the server's origin. `pnpm tool reference` generates `openapi.json` from the
 * contract.
 */
const readOpenApi = async (origin: string): Promise<Record<string, unknown>> => {
  const bytes = await readPageFile('openapi.json');
  if (!bytes) return refuse(404, 'NO_FILES', 'This bundle lacks the files of the package.');
  const document = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  return { ...document, servers: [{ url: `${origin}/_local` }] };
};

export const platformRules: ControlRules<typeof contract> = {
  followEvents: (_, call) =>
    call.hub.stream(call.request.signal, [
      { kind: 'clock', data: clockOf(call) },
      { kind: 'faults', data: { faults: activeFaults(call) } },
    ]),

  getOpenApi: (_, { origin }) => readOpenApi(origin()),

  getCounts: (_, { recorder, internals: { world, faults } }) => ({
    requests: recorder.all.at(-1)?.id ?? 0,
    messages: world.inbox.all.length,
    faults: faults.waiting.length,
  }),

  listMessages: ({ to: wanted }, call) => ({
    messages: messagesOf(call).filter(({ to }) => to.toLowerCase() === (wanted ?? to).toLowerCase()),
  }),

  getClock: (_, call) => clockOf(call),

  advanceClock({ ms }, call) {
    call.internals.world.clock.advance(ms);
    const time = clockOf(call);
    call.hub.emit('clock', time);
    return time;
  },

  seed(data, { platform, internals, stateChanged }) {
    const { state } = internals.capture();
    const seeded = orInvalid(() => {
      try {
        return platform.seed(data);
      } catch (error) {
        // Removes the data that was added before the failure.
        internals.restoreState(state);
        throw error;
      }
    });
    stateChanged('seed');
    return seeded;
  },

  getSeed: (_, { internals, platform }) => seedOf(internals.world, platform.account.email),

  getSnapshot: (_, { platform }) => platform.snapshot(),

  restoreSnapshot(snapshot, { platform, stateChanged }) {
    orInvalid(() => platform.restore(snapshot));
    stateChanged('restore');
  },

  reset(_, { platform, hub, stateChanged }) {
    platform.reset();
    stateChanged('reset');
    hub.emit('faults', { faults: [] });
  },

  listJobs: (_, { platform }) => ({ jobs: platform.jobs }),

  listAssumptions: (_, { platform }) => ({ assumptions: platform.assumptions() }),
};
