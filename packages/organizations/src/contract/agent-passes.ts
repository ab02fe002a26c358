import { collection, operation } from '@platform-sdk/core/contract';
import { agentPass, agentPassNames, inOrganization } from './schemas.ts';

/** Lists the agent passes of all projects of an organization. */
export const list = operation({
  method: 'GET',
  path: '/organizations/{organizationId}/agent_passes',
  credentials: 'user',
  input: inOrganization,
  output: collection(agentPass),
  retry: 'safe',
  undocumented: agentPassNames,
});
