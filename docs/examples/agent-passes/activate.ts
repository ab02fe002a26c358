// #region preamble
import { agentPasses, orgId, passId, projectId } from '../../scenes/signed-in.ts';

await agentPasses.revoke({ orgId, projectId, passId });
// #endregion

const pass = await agentPasses.activate({ orgId, projectId, passId });
console.log(pass?.active);
