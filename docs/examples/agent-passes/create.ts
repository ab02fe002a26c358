import { agentPasses, orgId, projectId } from '../../scenes/signed-in.ts';

const pass = await agentPasses.create({
  orgId,
  projectId,
  title: 'Nightly crawler',
  tags: ['crawl'],
});
console.log(pass.id, pass.title); // pass.meta.secretKey is shown only here: store it now
