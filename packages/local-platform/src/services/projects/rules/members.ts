import type { members as contract } from '@platform-sdk/projects/contract';
import { accountOf } from '../../../world/accounts.ts';
import { inviteToProject } from '../../organizations/invitations.ts';
import { addMember, endInvitations } from '../../organizations/records.ts';
import { asAdmin, invitationRole, isAtLeast } from '../../organizations/roles.ts';
import { refuse } from '../../../errors/refusal.ts';
import type { Rules } from '../../../routing/service.ts';
import { asProjectAdmin, asProjectMember, keepProjectOwner, memberRoleIn, tooLow } from '../access.ts';
import { dropPlace, giveAccess, setPlace } from '../records.ts';
import { memberResource, memberResources } from '../resources.ts';

export const members: Rules<typeof contract> = {
  list: (of, call) => memberResources(call, asProjectMember(call, of).project),

  add({ email, role, orgRole, project_only: isProjectOnly, ...of }, call) {
    const { world } = call;
    // If `project_only` and `orgRole` are missing, the user does not become a member of the organization.
    const projectOnly = isProjectOnly ?? !orgRole;
    if (!projectOnly && !orgRole) refuse(422, 'INVALID_INPUT', 'orgRole is required when project_only is false.', { field: 'orgRole' });
    if (orgRole && !isAtLeast(orgRole, role))
      refuse(422, 'INVALID_INPUT', 'orgRole has to be equal to or higher than role.', { field: 'orgRole' });
    const { project, organization } = asProjectAdmin(call, of, role);
    const account = accountOf(world, email);
    const joins = !projectOnly && orgRole && !(account && organization.members.has(account.id)) ? orgRole : undefined;
    if (joins) asAdmin(call, organization.id, joins);
    if (!account) {
      const offer = { email, projectRole: invitationRole(role), ...(joins && { orgRole: invitationRole(joins) }) };
      return inviteToProject(call, organization, project, offer);
    }
    const place = project.places.get(account.id);
    if (place?.access === 'granted' && place.role) refuse(422, 'ALREADY_MEMBER', 'This user is a member already.', { field: 'email' });
    endInvitations(world, email, ({ projectId }) => projectId === project.id);
    if (joins) {
      endInvitations(world, email, ({ organizationId, projectId }) => organizationId === organization.id && !projectId);
      addMember(world, organization, account.id, joins);
    }
    giveAccess(world, project, account.id, { role, projectOnly });
    return memberResource(world, project, account.id);
  },

  updateRole({ userId, role, ...of }, call) {
    const { project } = asProjectMember(call, of);
    const before = memberRoleIn(call.world, project, userId);
    if (userId === call.user.id) refuse(422, 'CANNOT_CHANGE_OWN_ROLE', 'You cannot change your own role.');
    const own = asProjectAdmin(call, of, role);
    if (role !== 'OWNER') keepProjectOwner(call.world, project, userId);
    if (!isAtLeast(own.role, before)) tooLow();
    giveAccess(call.world, project, userId, { role, projectOnly: project.places.get(userId)?.projectOnly ?? false });
    return memberResource(call.world, project, userId);
  },

  remove({ userId, ...of }, call) {
    const { project, organization } = asProjectMember(call, of);
    const role = memberRoleIn(call.world, project, userId);
    if (userId !== call.user.id) asProjectAdmin(call, of, role);
    keepProjectOwner(call.world, project, userId);
    // A member of the organization would keep access without this entry.
    if (organization.members.has(userId)) {
      setPlace(call.world, project, userId, { role: undefined, access: 'removed', projectOnly: false, createdAt: call.world.timestamp() });
    } else dropPlace(call.world, project, userId);
  },
};
