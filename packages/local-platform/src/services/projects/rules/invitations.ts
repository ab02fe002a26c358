import type { invitations as contract } from '@platform-sdk/projects/contract';
import { accountOf } from '../../../world/accounts.ts';
import { invitationIn, inviteToProject, listed, sendInvitation } from '../../organizations/invitations.ts';
import { organizationRecords, type InvitationRecord } from '../../organizations/records.ts';
import { asAdmin, memberRole } from '../../organizations/roles.ts';
import { refuse } from '../../../errors/refusal.ts';
import type { Call, Rules } from '../../../routing/service.ts';
import { asProjectAdmin, asProjectMember, type ProjectPlace } from '../access.ts';

/** Returns a pending invitation of a project. Throws 404 if the invitation does not exist. */
const own = ({ world }: Call, { organization, project }: ProjectPlace, invitationId: string): InvitationRecord => {
  const found = invitationIn(world, organization, invitationId);
  return found.projectId === project.id ? found : refuse(404, 'NOT_FOUND', 'There is no such pending invitation.');
};

export const invitations: Rules<typeof contract> = {
  create({ email, projectRole = 'member', orgRole = 'member', projectOnly = false, ...of }, call) {
    const { organization, project } = asProjectAdmin(call, of, memberRole(projectRole));
    if (!projectOnly) asAdmin(call, organization.id, memberRole(orgRole));
    if (accountOf(call.world, email))
      refuse(422, 'redirect_to_add_member', 'This user has an account already: add them as a member.', { field: 'email' });
    return inviteToProject(call, organization, project, { email, projectRole, ...(!projectOnly && { orgRole }) });
  },

  list(of, call) {
    const { project } = asProjectMember(call, of);
    return call.world.records(organizationRecords).invitations.by('project', project.id).map(listed);
  },

  resend({ invitationId, ...of }, call) {
    const place = asProjectAdmin(call, of);
    sendInvitation(call.world, own(call, place, invitationId), place.organization);
  },

  remove({ invitationId, ...of }, call) {
    const { id } = own(call, asProjectAdmin(call, of), invitationId);
    call.world.records(organizationRecords).invitations.delete(id);
  },
};
