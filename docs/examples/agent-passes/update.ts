import { agentPasses, orgId, passId, projectId } from '../../scenes/signed-in.ts';

const pass = await agentPasses.update({
  orgId,
  projectId,
  passId,
  title: 'Weekly crawler',
});
console.log(pass?.title);
