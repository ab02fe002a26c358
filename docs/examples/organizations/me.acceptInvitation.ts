import { invitationId, organizations } from '../../scenes/invited-person.ts';

await organizations.me.acceptInvitation({ invitationId });
console.log((await organizations.list()).length);
