import { agentPasses, orgId, passId, projectId } from '../../scenes/signed-in.ts';

const pass = await agentPasses.get({ orgId, projectId, passId });
console.log(pass.title, pass.active);
