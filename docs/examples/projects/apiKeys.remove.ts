// #region preamble
import { organizationId, projectId, projects } from '../../scenes/signed-in.ts';

const key = await projects.apiKeys.create({
  organizationId,
  projectId,
  note: 'Nightly build',
});
const apiKeyId = key?.id ?? '';
// #endregion

await projects.apiKeys.remove({ organizationId, projectId, apiKeyId });
console.log('removed');
