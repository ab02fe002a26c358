import {
  local,
  organizationId,
  organizations,
  projectId,
  projects,
} from './signed-in.ts';

local.seed({
  accounts: [
    { email: 'grace@example.com', password: 'flow-matic', firstName: 'Grace' },
  ],
});
export { organizationId, organizations, projectId, projects };
