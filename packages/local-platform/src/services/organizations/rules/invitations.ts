import type { invitations as contract } from '@platform-sdk/organizations/contract';
import { accountOf } from '../../../world/accounts.ts';
import { refuse } from '../../../errors/refusal.ts';
import type { Rules } from '../../../routing/service.ts';
import { invitationIn, invite, listed, sendInvitation } from '../invitations.ts';
import { organizationRecords } from '../records.ts';
import { asAdmin, asMember, memberRole } from '../roles.ts';

export const invitations: Rules<typeof contract> = {
  create({ organizationId, email, orgRole = 'member' }, call) {
    const { organization } = asAdmin(call, organizationId, memberRole(orgRole));
    if (accountOf(call.world, email))
      refuse(422, 'redirect_to_add_member', 'This user has an account already: add them as a member.', { field: 'email' });
    return invite(call, organization, email, orgRole);
  },

  list({ organizationId }, call) {
    asMember(call, organizationId);
    return call.world.records(organizationRecords).invitations.by('organization', organizationId).map(listed);
  },

  resend({ organizationId, invitationId }, call) {
    const { organization } = asAdmin(call, organizationId);
    sendInvitation(call.world, invitationIn(call.world, organization, invitationId), organization);
  },

  remove({ organizationId, invitationId }, call) {
    const { organization } = asAdmin(call, organizationId);
    const { id } = invitationIn(call.world, organization, invitationId);
    call.world.records(organizationRecords).invitations.delete(id);
  },

  update({ organizationId, invitationId, orgRole }, call) {
    const { organization } = asAdmin(call, organizationId, memberRole(orgRole));
    const invitation = invitationIn(call.world, organization, invitationId);
    return listed(Object.assign(invitation, { orgRole, updatedAt: call.world.timestamp() }));
  },
};
