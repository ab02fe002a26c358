import { organizationId, organizations } from '../../scenes/signed-in.ts';

for (const { email, role } of await organizations.members.list({ organizationId }))
  console.log(email, role);
