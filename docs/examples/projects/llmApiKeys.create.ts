import { organizationId, projectId, projects } from '../../scenes/signed-in.ts';

const key = await projects.llmApiKeys.create({
  organizationId,
  projectId,
  provider: 'openai',
  secretKey: 'sk-provider-secret',
});
console.log(key?.displaySecretKey);
