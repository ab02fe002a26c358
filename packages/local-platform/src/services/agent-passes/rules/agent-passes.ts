import type { AgentPassUpdateInput, AgentPassCreateInput } from '@platform-sdk/agent-passes';
import type * as contract from '@platform-sdk/agent-passes/contract';
import { refuse } from '../../../errors/refusal.ts';
import type { Rules } from '../../../routing/service.ts';
import { momentOf } from '../../../requests/moments.ts';
import { changePass, changeProject, readPass, readProject } from '../access.ts';
import { dropKeys, issueKey } from '../keys.ts';
import { addPass, agentPassRecords, type AgentPassRecord } from '../records.ts';

/** The fields that a caller can set. */
const SETTINGS = ['title', 'description', 'permissions', 'scopes', 'allowedReferers', 'credentialType', 'expiresAt', 'tags'] as const;

const settingsIn = (input: Partial<AgentPassUpdateInput>): Partial<AgentPassUpdateInput> =>
  Object.fromEntries(SETTINGS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));

/** Throws for the id of another project, or for an invalid expiration time. */
const check = ({ projectId, entityId = projectId, expiresAt }: AgentPassCreateInput | AgentPassUpdateInput): void => {
  if (entityId !== projectId) refuse(422, 'WRONG_PROJECT', 'A pass belongs to the project of its path.', { field: 'entityId' });
  if (expiresAt != null) momentOf('expiresAt', expiresAt);
};

export const agentPasses: Omit<Rules<typeof contract>, 'activity'> = {
  create(input, call) {
    changeProject(call, input);
    check(input);
    return issueKey(call.world, addPass(call.world, { ...settingsIn(input), title: input.title, entityId: input.projectId }));
  },

  list({ orgId, projectId, active, credential_type, search = '', tags = [] }, call) {
    readProject(call, { orgId, projectId });
    const wanted = search.toLowerCase();
    const isWanted = (pass: AgentPassRecord): boolean =>
      pass.active === (active ?? pass.active) &&
      pass.credentialType === (credential_type ?? pass.credentialType) &&
      pass.title.toLowerCase().includes(wanted) &&
      tags.every((tag) => pass.tags?.includes(tag));
    const passes = call.world.records(agentPassRecords).by('project', projectId);
    return passes.filter(isWanted).map((pass) => ({ ...pass }));
  },

  get: (place, call) => readPass(call, place),

  update(input, call) {
    const pass = changePass(call, input);
    check(input);
    return Object.assign(pass, settingsIn(input));
  },

  remove(place, call) {
    const { id } = changePass(call, place);
    dropKeys(call.world, id);
    call.world.records(agentPassRecords).delete(id);
  },

  rotateKey(place, call) {
    const pass = changePass(call, place);
    if (!pass.active) refuse(422, 'AGENT_PASS_REVOKED', 'The pass is revoked. Activate it before you rotate its key.');
    return issueKey(call.world, pass);
  },

  revoke: (place, call) => Object.assign(changePass(call, place), { active: false }),

  activate: (place, call) => Object.assign(changePass(call, place), { active: true }),
};
