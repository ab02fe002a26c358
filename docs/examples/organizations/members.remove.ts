import {
  organizationId,
  organizations,
  userId,
} from '../../scenes/second-member.ts';

await organizations.members.remove({ organizationId, userId });
console.log((await organizations.members.list({ organizationId })).length);
