import { organizationId, organizations } from '../../scenes/signed-in.ts';

const invitation = await organizations.invitations.create({
  organizationId,
  email: 'mary@example.com',
  orgRole: 'member',
});
console.log(invitation?.email);
