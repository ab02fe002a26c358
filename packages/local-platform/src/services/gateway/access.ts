import { analyticsRecords } from '../analytics/records.ts';
import { authorizedBy } from '../../requests/authorization.ts';
import { organizationRecords, type OrganizationRecord } from '../organizations/records.ts';
import { projectRecords, type ProjectRecord } from '../projects/records.ts';
import type { World } from '../../world/state.ts';
import { decline } from './refusal.ts';

/** The project and the organization that a key belongs to. */
export interface GatewayPlace {
  readonly project: ProjectRecord;
  readonly organization: OrganizationRecord;
}

/** Returns the project and organization of a request's Bearer key. */
export const placeOf = (request: Request, world: World): GatewayPlace => {
  const key = authorizedBy('Bearer', request);
  const projectId = key === undefined ? undefined : projectIdOf(key, world);
  const project = projectId === undefined ? undefined : world.records(projectRecords).projects.get(projectId);
  const organization = project && world.records(organizationRecords).organizations.get(project.organizationId);
  return project && organization
    ? { project, organization }
    : decline(401, 'INVALID_API_KEY', 'The API key is missing, unknown or expired.');
};

const projectIdOf = (key: string, world: World): string | undefined => {
  // The default project has the id 1.
  if (key === world.settings.gatewayKey) return '1';
  const pairs = world.records(analyticsRecords).keyPairs.by('secret', key);
  return pairs.find(({ expiresAt = Infinity }) => world.clock.now() < expiresAt)?.projectId;
};
