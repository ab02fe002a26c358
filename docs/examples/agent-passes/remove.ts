import { agentPasses, orgId, passId, projectId } from '../../scenes/signed-in.ts';

await agentPasses.remove({ orgId, projectId, passId });
console.log((await agentPasses.list({ orgId, projectId })).length);
