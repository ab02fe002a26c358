import type { ActivityEntry, AgentPassActivityListInput } from '@platform-sdk/agent-passes';
import type { activity as contract } from '@platform-sdk/agent-passes/contract';
import { organizationRecords } from '../../organizations/records.ts';
import { roleIn } from '../../projects/access.ts';
import { projectRecords } from '../../projects/records.ts';
import { refuse } from '../../../errors/refusal.ts';
import type { Call, Rules } from '../../../routing/service.ts';
import { endOf, momentOf } from '../../../requests/moments.ts';
import { COLUMNS, fileOf } from '../files.ts';
import { metricsOf } from '../metrics.ts';
import { activityRecords, type ActivityRecord } from '../records.ts';

const PER_PAGE = 25;

type Period = Pick<AgentPassActivityListInput, 'agent_user_id' | 'start_date' | 'end_date'>;

/**
 * Returns whether the caller may see an agent's activity. Users see the activity in their projects. The members of an organization also
 * see the activity in its removed projects.
 */
const isVisible = ({ world, user }: Call, { organizationId, projectId }: ActivityRecord): boolean => {
  const project = world.records(projectRecords).projects.get(projectId);
  if (project) return roleIn(world, project, user.id) !== undefined;
  return world.records(organizationRecords).organizations.get(organizationId)?.members.has(user.id) ?? false;
};

/** Returns the entries of a period that the caller may see. Both ends of the period are inclusive. */
const entriesOf = (call: Call, { agent_user_id, start_date, end_date }: Period): ActivityEntry[] => {
  const from = start_date === undefined ? -Infinity : momentOf('start_date', start_date);
  const to = end_date === undefined ? Infinity : endOf('end_date', end_date);
  const visible = new Map<string, boolean>();
  const isSeen = (record: ActivityRecord): boolean => {
    let found = visible.get(record.projectId);
    if (found === undefined) visible.set(record.projectId, (found = isVisible(call, record)));
    return found;
  };
  const isAlways = from === -Infinity && to === Infinity;
  return (call.world.records(activityRecords).get(agent_user_id) ?? []).flatMap((record) => {
    const at = isAlways ? 0 : Date.parse(record.entry.started_at);
    return isSeen(record) && at >= from && at <= to ? [record.entry] : [];
  });
};

const fieldOf = (name: string): keyof ActivityEntry =>
  COLUMNS.find((field) => field === name) ??
  refuse(422, 'UNKNOWN_FIELD', `${name} is not a field of the entries.`, {
    field: 'sort_by',
  });

/** Sorts entries by a field. Entries with equal fields keep their order with `asc`, and are reversed with `desc`. */
const sortedBy = (entries: readonly ActivityEntry[], by: keyof ActivityEntry, order: 'asc' | 'desc'): ActivityEntry[] => {
  const valueOf = ({ [by]: value }: ActivityEntry): string | number => (typeof value === 'number' ? value : String(value ?? ''));
  const sign = order === 'asc' ? 1 : -1;
  const compare = (one: ActivityEntry, other: ActivityEntry): number => {
    const [first, second] = [valueOf(one), valueOf(other)];
    return first === second ? 0 : first < second ? -sign : sign;
  };
  return (order === 'asc' ? entries : entries.toReversed()).toSorted(compare);
};

export const activity: Rules<typeof contract> = {
  list(input, call) {
    const { page = 1, per_page = PER_PAGE, activity_type, endpoint, success, sort_by = 'started_at', sort_order = 'desc' } = input;
    const by = fieldOf(sort_by);
    const found = entriesOf(call, input).filter(
      (entry) =>
        entry.activity_type === (activity_type ?? entry.activity_type) &&
        entry.endpoint === (endpoint ?? entry.endpoint) &&
        entry.success === (success ?? entry.success),
    );
    return {
      data: sortedBy(found, by, sort_order).slice((page - 1) * per_page, page * per_page),
      meta: { page, per_page, total_count: found.length },
    };
  },

  export: ({ agent_user_id, format = 'json' }, call) =>
    fileOf(`agent-activity-${agent_user_id}`, format, entriesOf(call, { agent_user_id })),

  metrics: (input, call) => metricsOf(entriesOf(call, input), input.group_by ?? 'day'),
};
