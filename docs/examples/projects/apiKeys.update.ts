// #region preamble
import { organizationId, projectId, projects } from '../../scenes/signed-in.ts';

const key = await projects.apiKeys.create({
  organizationId,
  projectId,
  note: 'Nightly build',
});
const apiKeyId = key?.id ?? '';
// #endregion

const changed = await projects.apiKeys.update({
  organizationId,
  projectId,
  apiKeyId,
  note: 'Weekly build',
});
console.log(changed?.note);
