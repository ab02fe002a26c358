import type { access as contract } from '@platform-sdk/projects/contract';
import { refuse } from '../../refusal.ts';
import type { Rules } from '../../service.ts';
import { asProjectAdmin, keepProjectOwner, memberRoleIn, tooLow } from '../access.ts';
import { isAtLeast } from '../../organizations/roles.ts';

export const access: Rules<typeof contract> = {
  deny({ userId, ...of }, call) {
    const { project, role } = asProjectAdmin(call, of);
    const target = memberRoleIn(call.world, project, userId);
    if (userId === call.user.id) refuse(422, 'CANNOT_DENY_OWN_ACCESS', 'You cannot take your own access away.');
    keepProjectOwner(call.world, project, userId);
    if (!isAtLeast(role, target)) tooLow();
    const before = project.places.get(userId) ?? { role: undefined, projectOnly: false, createdAt: call.world.timestamp() };
    project.places.set(userId, { ...before, access: 'denied' });
  },

  restore({ userId, role, ...of }, call) {
    const { project } = asProjectAdmin(call, of, role);
    const place = project.places.get(userId);
    if (place?.access !== 'denied') return refuse(404, 'NOT_FOUND', 'There is no such user without access.');
    Object.assign(place, { access: 'granted', role: role ?? place.role });
  },
};
