import { auth, local, organizationId, organizations } from './signed-in.ts';

await organizations.invitations.create({
  organizationId,
  email: 'mary@example.com',
  orgRole: 'member',
});
local.seed({
  accounts: [{ email: 'mary@example.com', password: 'wollstonecraft' }],
});
await auth.login({
  username: 'mary@example.com',
  password: 'wollstonecraft',
});
export { organizations };
export const invitationId =
  (await organizations.me.pendingInvitations()).at(0)?.id ?? '';
