import type { AgentPassReference } from '@platform-sdk/agent-passes';
import { asProjectMember, touch } from '../projects/access.ts';
import { refuse } from '../../errors/refusal.ts';
import type { Call } from '../../routing/service.ts';
import { agentPassRecords, type AgentPassRecord } from './records.ts';

type InProject = Omit<AgentPassReference, 'passId'>;

/** Throws if the caller lacks permission to see the project. */
export const readProject = (call: Call, { orgId: organizationId, projectId }: InProject): void =>
  void asProjectMember(call, { organizationId, projectId });

/** Throws if the caller lacks permission to change the project, for example as a viewer. */
export const changeProject = (call: Call, { orgId: organizationId, projectId }: InProject): void =>
  touch(call, asProjectMember(call, { organizationId, projectId }, 'MEMBER').project);

const passIn = ({ world }: Call, { projectId, passId }: AgentPassReference): AgentPassRecord => {
  const pass = world.records(agentPassRecords).get(passId);
  return pass?.entityId === projectId ? pass : refuse(404, 'NOT_FOUND', 'There is no such agent pass.');
};

/** Returns a pass. Throws if the caller lacks permission to see the pass. */
export const readPass = (call: Call, place: AgentPassReference): AgentPassRecord => {
  readProject(call, place);
  return passIn(call, place);
};

/** Returns a pass. Throws if the caller lacks permission to change the pass. */
export const changePass = (call: Call, place: AgentPassReference): AgentPassRecord => {
  changeProject(call, place);
  return passIn(call, place);
};
