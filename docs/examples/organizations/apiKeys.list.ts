// #region preamble
import { organizationId, organizations, projects } from '../../scenes/signed-in.ts';

await projects.apiKeys.create({
  organizationId,
  projectId: '1',
  note: 'Nightly build',
});
// #endregion

for (const { note } of await organizations.apiKeys.list({ organizationId }))
  console.log(note);
