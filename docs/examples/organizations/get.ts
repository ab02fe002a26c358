import { organizationId, organizations } from '../../scenes/signed-in.ts';

const organization = await organizations.get({
  organizationId,
  include: ['projects', 'users'],
});
console.log(
  organization.name,
  organization.projects.length,
  organization.users.length,
);
