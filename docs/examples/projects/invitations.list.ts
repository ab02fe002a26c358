// #region preamble
import { organizationId, projectId, projects } from '../../scenes/signed-in.ts';

await projects.invitations.create({
  organizationId,
  projectId,
  email: 'mary@example.com',
  projectRole: 'member',
});
// #endregion

for (const { email } of await projects.invitations.list({
  organizationId,
  projectId,
}))
  console.log(email);
