import { agentPasses, orgId, passId, projectId } from '../../scenes/signed-in.ts';

const pass = await agentPasses.rotateKey({ orgId, projectId, passId });
console.log(pass.id); // pass.meta.secretKey is the new key: store it now
