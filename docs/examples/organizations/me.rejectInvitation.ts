import { invitationId, organizations } from '../../scenes/invited-person.ts';

await organizations.me.rejectInvitation({ invitationId });
console.log((await organizations.me.pendingInvitations()).length);
