import { organizationId, projects } from '../../scenes/signed-in.ts';

const found = await projects.list({ organizationId, sort: 'recent_activity' });
console.log(found.map(({ name }) => name));
