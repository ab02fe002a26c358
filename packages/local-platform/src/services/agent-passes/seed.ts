import type { FindOrganization, OrganizationRecord } from '../organizations/records.ts';
import { projectsIn } from '../projects/records.ts';
import type { World } from '../../world/state.ts';
import { addActivity } from './records.ts';

/** A past request of an agent. */
export interface SeedActivity {
  /** The name of the organization. */
  readonly of: string;
  /** The name of the project. */
  readonly project: string;
  readonly agentUserId: string;
  /** The time of the request, in ISO 8601. */
  readonly at: string;
  /** The path of the request. Default: `/control/v1/organizations`. */
  readonly endpoint?: string;
  /** The method of the request. Default: `GET`. */
  readonly method?: string;
  /** The status of the response. Default: 200. */
  readonly status?: number;
  /** The time until the response, in milliseconds. Default: 40. */
  readonly durationMs?: number;
}

/** Finds the project of a seeded request. Throws if the project is missing. */
const placeOf = (
  world: World,
  organization: OrganizationRecord | undefined,
  { of, project }: Pick<SeedActivity, 'of' | 'project'>,
): { organizationId: string; projectId: string } => {
  const found = organization && projectsIn(world, organization.id).find(({ name }) => name === project);
  if (!found) throw new Error(`The organization ${of} has no project ${project}. Seed it first.`);
  return { organizationId: found.organizationId, projectId: found.id };
};

/** Adds past requests to the agents' logs, in input order. */
export const seedActivity = (world: World, find: FindOrganization, activity: readonly SeedActivity[]): void => {
  const places = new Map<string, ReturnType<typeof placeOf>>();
  for (const {
    of,
    project,
    agentUserId,
    at,
    endpoint = '/control/v1/organizations',
    method = 'GET',
    status = 200,
    durationMs = 40,
  } of activity) {
    const key = JSON.stringify([of, project]);
    const place = places.get(key) ?? placeOf(world, find(of), { of, project });
    places.set(key, place);
    const success = status < 400;
    addActivity(world, {
      ...place,
      entry: {
        agent_user_id: agentUserId,
        endpoint,
        http_method: method,
        status_code: status,
        client_ip: '127.0.0.1',
        user_agent: 'seed',
        started_at: at,
        completed_at: new Date(Date.parse(at) + durationMs).toISOString(),
        duration_ms: durationMs,
        success,
        activity_type: success ? 'api_request' : 'error',
        error_message: success ? null : `The response had the status ${status}.`,
      },
    });
  }
};
