import { organizationId, projects } from '../../scenes/signed-in.ts';

const project = await projects.create({ organizationId, name: 'Note G' });
console.log(project.id, project.name);
