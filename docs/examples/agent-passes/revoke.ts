import { agentPasses, orgId, passId, projectId } from '../../scenes/signed-in.ts';

const pass = await agentPasses.revoke({ orgId, projectId, passId });
console.log(pass?.active);
