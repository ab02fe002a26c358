import { organizationId, projectId, projects } from '../../scenes/signed-in.ts';

const { name } = await projects.update({
  organizationId,
  projectId,
  name: 'Bernoulli numbers, second edition',
});
console.log(name);
