import {
  organizationId,
  projectId,
  projects,
  userId,
} from '../../scenes/second-member.ts';

await projects.access.deny({ organizationId, projectId, userId });
console.log((await projects.members.list({ organizationId, projectId })).length);
