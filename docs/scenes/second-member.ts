import {
  organizationId,
  organizations,
  projectId,
  projects,
} from './second-account.ts';

await projects.members.add({
  organizationId,
  projectId,
  email: 'grace@example.com',
  role: 'MEMBER',
  orgRole: 'MEMBER',
});
export { organizationId, organizations, projectId, projects };
export const userId =
  (await projects.members.list({ organizationId, projectId })).find(
    ({ email }) => email === 'grace@example.com',
  )?.id ?? '';
