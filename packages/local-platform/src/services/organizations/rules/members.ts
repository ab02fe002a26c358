import type { members as contract } from '@platform-sdk/organizations/contract';
import { accountOf } from '../../../world/accounts.ts';
import { dropPlace, projectsWithPlace } from '../../projects/records.ts';
import { refuse } from '../../../errors/refusal.ts';
import type { Rules } from '../../../routing/service.ts';
import { invite } from '../invitations.ts';
import { addMember, endInvitations, removeMember } from '../records.ts';
import { memberResource } from '../resources.ts';
import { asAdmin, asMember, invitationRole, isAtLeast, keepOwner, memberIn } from '../roles.ts';

export const members: Rules<typeof contract> = {
  list({ organizationId }, call) {
    const { organization } = asMember(call, organizationId);
    return [...organization.members.values()].map((membership) => memberResource(call.world, membership));
  },

  add({ organizationId, email, role }, call) {
    const { world } = call;
    const { organization } = asAdmin(call, organizationId, role);
    const account = accountOf(world, email);
    if (!account) return invite(call, organization, email, invitationRole(role));
    if (organization.members.has(account.id)) refuse(422, 'ALREADY_MEMBER', 'This user is a member already.', { field: 'email' });
    endInvitations(world, email, (invitation) => invitation.organizationId === organizationId);
    return memberResource(world, addMember(world, organization, account.id, role));
  },

  updateRole({ organizationId, userId, role }, call) {
    const { organization } = asMember(call, organizationId);
    const target = memberIn(organization, userId);
    if (userId === call.user.id) refuse(422, 'CANNOT_CHANGE_OWN_ROLE', 'You cannot change your own role.');
    const { membership } = asAdmin(call, organizationId, role);
    if (role !== 'OWNER') keepOwner(organization, target);
    if (!isAtLeast(membership.role, target.role)) refuse(403, 'INSUFFICIENT_PERMISSIONS', 'Only an owner can change the role of an owner.');
    target.role = role;
    return memberResource(call.world, target);
  },

  remove({ organizationId, userId }, call) {
    const { organization } = asMember(call, organizationId);
    const target = memberIn(organization, userId);
    if (userId !== call.user.id) asAdmin(call, organizationId, target.role);
    keepOwner(organization, target);
    removeMember(call.world, organization, userId);
    for (const project of projectsWithPlace(call.world, userId)) {
      if (project.organizationId === organizationId && !project.places.get(userId)?.projectOnly) dropPlace(call.world, project, userId);
    }
  },
};
