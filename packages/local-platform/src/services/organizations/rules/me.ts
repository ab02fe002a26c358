import type { me as contract } from '@platform-sdk/organizations/contract';
import { keepProjectOwner } from '../../projects/access.ts';
import { giveAccess, projectRecords } from '../../projects/records.ts';
import type { Rules } from '../../../routing/service.ts';
import { ownInvitation } from '../invitations.ts';
import { addMember, invitationsTo, organizationRecords } from '../records.ts';
import { pendingInvitation } from '../resources.ts';
import { changeRole, memberRole } from '../roles.ts';

export const me: Rules<typeof contract> = {
  pendingInvitations: (_, { world, user }) => invitationsTo(world, user.username).map((invitation) => pendingInvitation(world, invitation)),

  acceptInvitation({ invitationId }, call) {
    const { world, user } = call;
    const { id, organizationId, orgRole, projectRole, projectId } = ownInvitation(call, invitationId);
    const { organizations, invitations } = world.records(organizationRecords);
    const organization = organizations.get(organizationId);
    const project = world.records(projectRecords).projects.get(projectId ?? '');
    if (project && projectRole && projectRole !== 'owner') keepProjectOwner(world, project, user.id);
    if (organization && orgRole) {
      const membership = organization.members.get(user.id);
      if (!membership) addMember(world, organization, user.id, memberRole(orgRole));
      // Accepting an invitation to a project does not change an existing membership.
      else if (!project) changeRole(organization, membership, memberRole(orgRole));
    }
    if (project && projectRole) giveAccess(world, project, user.id, { role: memberRole(projectRole), projectOnly: !orgRole });
    invitations.delete(id);
  },

  rejectInvitation({ invitationId }, call) {
    call.world.records(organizationRecords).invitations.delete(ownInvitation(call, invitationId).id);
  },
};
