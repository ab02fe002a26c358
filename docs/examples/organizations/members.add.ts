import { organizationId, organizations } from '../../scenes/second-account.ts';

const added = await organizations.members.add({
  organizationId,
  email: 'grace@example.com',
  role: 'MEMBER',
});
console.log(added);
