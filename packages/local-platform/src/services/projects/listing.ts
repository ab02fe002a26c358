import type { ProjectListInput, ProjectSort } from '@platform-sdk/projects';
import { agentPassRecords } from '../agent-passes/records.ts';
import { momentOf } from '../../requests/moments.ts';
import { walletsOf } from '../wallets/records.ts';
import type { World } from '../../world/state.ts';
import { countMembers, roleIn } from './access.ts';
import type { ProjectRecord } from './records.ts';

type Filters = Omit<ProjectListInput, 'organizationId' | 'sort' | 'forceRefresh'>;
type Test = (project: ProjectRecord) => boolean;

const toolsOf = (world: World, { id, tools }: ProjectRecord): number => tools + world.records(agentPassRecords).by('project', id).length;

const hasWallet = (world: World, { id }: ProjectRecord): boolean => walletsOf(world, 'project', id).length > 0;

/** Combines filters into one predicate. */
export const filterOf = (world: World, userId: string, filters: Filters): Test => {
  const { user_role, has_wallet, has_tools, has_notebooks, min_members, max_members, search, created_after, created_before } = filters;
  const createdAfter = created_after === undefined ? undefined : momentOf('created_after', created_after);
  const createdBefore = created_before === undefined ? undefined : momentOf('created_before', created_before);
  const tests: (Test | false)[] = [
    user_role !== undefined && ((project) => user_role.some((role) => role === roleIn(world, project, userId))),
    has_wallet !== undefined && ((project) => hasWallet(world, project) === has_wallet),
    has_tools !== undefined && ((project) => toolsOf(world, project) > 0 === has_tools),
    has_notebooks !== undefined && (({ notebooks }) => notebooks > 0 === has_notebooks),
    min_members !== undefined && ((project) => countMembers(world, project) >= min_members),
    max_members !== undefined && ((project) => countMembers(world, project) <= max_members),
    search !== undefined && (({ name }) => name.toLowerCase().includes(search.toLowerCase())),
    createdAfter !== undefined && (({ createdAt }) => Date.parse(createdAt) > createdAfter),
    createdBefore !== undefined && (({ createdAt }) => Date.parse(createdAt) < createdBefore),
  ];
  return (project) => tests.every((test) => !test || test(project));
};

/** A sort order of projects, by a computed value. */
export interface ProjectOrder {
  readonly measure: (project: ProjectRecord) => string | number;
  readonly compare: (one: string | number, other: string | number) => number;
}

const orderBy = <Measured extends string | number>(
  measure: (project: ProjectRecord) => Measured,
  compare: (one: Measured, other: Measured) => number,
): ProjectOrder => ({ measure, compare: compare as ProjectOrder['compare'] });

/** Sorts projects by a number, highest first. */
const most = (measure: (project: ProjectRecord) => number): ProjectOrder => orderBy(measure, (one, other) => other - one);

const nameOf = ({ name }: ProjectRecord): string => name;

/** Returns a sort order: names from A to Z, times and counts descending. Equal projects stay in the order of creation. */
export const orderOf = (world: World, sort: ProjectSort): ProjectOrder => {
  const orders: Record<ProjectSort, () => ProjectOrder> = {
    name: () => orderBy(nameOf, (one, other) => (one < other ? -1 : one > other ? 1 : 0)),
    alphabetical: () => orderBy(nameOf, new Intl.Collator('en', { sensitivity: 'base' }).compare),
    created_at: () => most(({ createdAt }) => Date.parse(createdAt)),
    updated_at: () => most(({ updatedAt }) => Date.parse(updatedAt)),
    members_count: () => most((project) => countMembers(world, project)),
    tools_count: () => most((project) => toolsOf(world, project)),
    notebooks_count: () => most(({ notebooks }) => notebooks),
    recent_activity: () => most(({ activeAt }) => activeAt),
  };
  return orders[sort]();
};
