// #region preamble
import { organizationId, projectId, projects } from '../../scenes/signed-in.ts';

const key = await projects.llmApiKeys.create({
  organizationId,
  projectId,
  provider: 'openai',
  secretKey: 'sk-provider-secret',
});
const apiKeyId = key?.id ?? '';
// #endregion

await projects.llmApiKeys.remove({ organizationId, projectId, apiKeyId });
console.log('removed');
