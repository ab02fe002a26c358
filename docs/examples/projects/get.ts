import { organizationId, projectId, projects } from '../../scenes/signed-in.ts';

const project = await projects.get({
  organizationId,
  projectId,
  include: ['users', 'apiKeys'],
});
console.log(project.name, project.users.length);
