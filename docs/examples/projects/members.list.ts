import { organizationId, projectId, projects } from '../../scenes/signed-in.ts';

for (const { email, role } of await projects.members.list({
  organizationId,
  projectId,
}))
  console.log(email, role);
