import type { access as contract } from '@platform-sdk/projects/contract';
import { accountRecords } from '../../../world/accounts.ts';
import { endInvitations } from '../../organizations/records.ts';
import { refuse } from '../../../errors/refusal.ts';
import type { Rules } from '../../../routing/service.ts';
import { setPlace } from '../records.ts';
import { asProjectAdmin, keepProjectOwner, memberRoleIn, tooLow } from '../access.ts';
import { isAtLeast } from '../../organizations/roles.ts';

export const access: Rules<typeof contract> = {
  deny({ userId, ...of }, call) {
    const { project, role } = asProjectAdmin(call, of);
    const target = memberRoleIn(call.world, project, userId);
    if (userId === call.user.id) refuse(422, 'CANNOT_DENY_OWN_ACCESS', 'You cannot deny your own access.');
    keepProjectOwner(call.world, project, userId);
    if (!isAtLeast(role, target)) tooLow();
    const account = call.world.records(accountRecords).accounts.get(userId);
    endInvitations(call.world, account?.username ?? '', ({ projectId }) => projectId === project.id);
    const before = project.places.get(userId) ?? { projectOnly: false, createdAt: call.world.timestamp() };
    // Saves the role at the time of the denial, because the organization role may change before access is restored.
    setPlace(call.world, project, userId, { ...before, role: target, access: 'denied' });
  },

  restore({ userId, role, ...of }, call) {
    const { project, role: own } = asProjectAdmin(call, of, role);
    const place = project.places.get(userId);
    if (place?.access !== 'denied') return refuse(404, 'NOT_FOUND', 'There is no user with denied access and this id.');
    const next = role ?? place.role ?? 'VIEWER';
    if (!isAtLeast(own, next)) tooLow();
    Object.assign(place, { access: 'granted', role: next });
  },
};
