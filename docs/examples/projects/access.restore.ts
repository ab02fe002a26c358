// #region preamble
import {
  organizationId,
  projectId,
  projects,
  userId,
} from '../../scenes/second-member.ts';

await projects.access.deny({ organizationId, projectId, userId });
// #endregion

await projects.access.restore({
  organizationId,
  projectId,
  userId,
  role: 'VIEWER',
});
console.log((await projects.members.list({ organizationId, projectId })).length);
