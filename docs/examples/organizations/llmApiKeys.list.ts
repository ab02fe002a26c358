// #region preamble
import { organizationId, organizations, projects } from '../../scenes/signed-in.ts';

await projects.llmApiKeys.create({
  organizationId,
  projectId: '1',
  provider: 'openai',
  secretKey: 'sk-provider-secret',
});
// #endregion

for (const { provider, displaySecretKey } of await organizations.llmApiKeys.list({
  organizationId,
}))
  console.log(provider, displaySecretKey);
