import type { ActivityEntry, AgentPassActivityListInput } from '@platform-sdk/agent-passes';
import type { activity as contract } from '@platform-sdk/agent-passes/contract';
import { organizationRecords } from '../../organizations/records.ts';
import { roleIn } from '../../projects/access.ts';
import { projectRecords } from '../../projects/records.ts';
import { refuse } from '../../errors/refusal.ts';
import type { Call, Rules } from '../../routing/service.ts';
import { firstOf } from '../../requests/first-of.ts';
import { inSteps } from '../../requests/in-steps.ts';
import { endOf, momentOf } from '../../requests/moments.ts';
import { sortedInSteps } from '../../requests/sorted.ts';
import { COLUMNS, fileOf } from '../files.ts';
import { metricsOf } from '../metrics.ts';
import { activityRecords, type ActivityRecord } from '../records.ts';

const PER_PAGE = 25;
/** Up to this many entries are found without sorting all. */
const MAX_FIRST = 200;

type Period = Pick<AgentPassActivityListInput, 'agent_user_id' | 'start_date' | 'end_date'>;

/**
 * Returns whether the caller sees an agent's activity. Users see that of their projects. That of a removed project is seen by the members
 * of its organization.
 */
const isVisible = ({ world, user }: Call, { organizationId, projectId }: ActivityRecord): boolean => {
  const project = world.records(projectRecords).projects.get(projectId);
  if (project) return roleIn(world, project, user.id) !== undefined;
  return world.records(organizationRecords).organizations.get(organizationId)?.members.has(user.id) ?? false;
};

/** Returns the entries that the caller sees, in a period that includes both its ends. */
const entriesOf = async (call: Call, { agent_user_id, start_date, end_date }: Period): Promise<ActivityEntry[]> => {
  const from = start_date === undefined ? -Infinity : momentOf('start_date', start_date);
  const to = end_date === undefined ? Infinity : endOf('end_date', end_date);
  const visible = new Map<string, boolean>();
  const isSeen = (record: ActivityRecord): boolean => {
    let found = visible.get(record.projectId);
    if (found === undefined) visible.set(record.projectId, (found = isVisible(call, record)));
    return found;
  };
  const isAlways = from === -Infinity && to === Infinity;
  const entries: ActivityEntry[] = [];
  await inSteps([...(call.world.records(activityRecords).get(agent_user_id) ?? [])], (record) => {
    const at = isAlways ? 0 : Date.parse(record.entry.started_at);
    if (isSeen(record) && at >= from && at <= to) entries.push(record.entry);
  });
  return entries;
};

const fieldOf = (name: string): keyof ActivityEntry =>
  COLUMNS.find((field) => field === name) ??
  refuse(422, 'UNKNOWN_FIELD', `The entries have no field ${name}.`, {
    field: 'sort_by',
  });

/** Returns the first entries in an order. Equal ones stay in their own, or in its reverse. */
const firstSorted = async (
  entries: readonly ActivityEntry[],
  { by, order, count }: { readonly by: keyof ActivityEntry; readonly order: 'asc' | 'desc'; readonly count: number },
): Promise<ActivityEntry[]> => {
  const valueOf = ({ [by]: value }: ActivityEntry): string | number => (typeof value === 'number' ? value : String(value ?? ''));
  const sign = order === 'asc' ? 1 : -1;
  const compare = (one: ActivityEntry, other: ActivityEntry): number => {
    const [first, second] = [valueOf(one), valueOf(other)];
    return first === second ? 0 : first < second ? -sign : sign;
  };
  const inOrder = order === 'asc' ? entries : entries.toReversed();
  return count <= MAX_FIRST ? firstOf(inOrder, compare, count) : sortedInSteps(inOrder, compare);
};

export const activity: Rules<typeof contract> = {
  async list(input, call) {
    const { page = 1, per_page = PER_PAGE, activity_type, endpoint, success, sort_by = 'started_at', sort_order = 'desc' } = input;
    const by = fieldOf(sort_by);
    const found = (await entriesOf(call, input)).filter(
      (entry) =>
        entry.activity_type === (activity_type ?? entry.activity_type) &&
        entry.endpoint === (endpoint ?? entry.endpoint) &&
        entry.success === (success ?? entry.success),
    );
    return {
      data: (await firstSorted(found, { by, order: sort_order, count: page * per_page })).slice((page - 1) * per_page, page * per_page),
      meta: { page, per_page, total_count: found.length },
    };
  },

  export: async ({ agent_user_id, format = 'json' }, call) =>
    fileOf(`agent-activity-${agent_user_id}`, format, await entriesOf(call, { agent_user_id })),

  metrics: async (input, call) => metricsOf(await entriesOf(call, input), input.group_by ?? 'day'),
};
