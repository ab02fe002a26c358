import type { me as contract } from '@platform-sdk/organizations/contract';
import type { Rules } from '../../service.ts';
import { ownInvitation } from '../invitations.ts';
import { addMember, invitationsTo, organizationRecords } from '../records.ts';
import { pendingInvitation } from '../resources.ts';
import { memberRole } from '../roles.ts';

export const me: Rules<typeof contract> = {
  pendingInvitations: (_, { world, user }) => invitationsTo(world, user.username).map((invitation) => pendingInvitation(world, invitation)),

  acceptInvitation({ invitationId }, call) {
    const { id, organizationId, orgRole = 'member' } = ownInvitation(call, invitationId);
    const { organizations, invitations } = call.world.records(organizationRecords);
    const organization = organizations.get(organizationId);
    if (organization) addMember(call.world, organization, call.user.id, memberRole(orgRole));
    invitations.delete(id);
  },

  rejectInvitation({ invitationId }, call) {
    call.world.records(organizationRecords).invitations.delete(ownInvitation(call, invitationId).id);
  },
};
