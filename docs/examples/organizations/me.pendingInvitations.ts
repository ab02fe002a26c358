import { organizations } from '../../scenes/invited-person.ts';

for (const {
  organizationName,
  orgRole,
} of await organizations.me.pendingInvitations())
  console.log(organizationName, orgRole);
