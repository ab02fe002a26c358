import { createPlatform, type LogEvent, type Platform, type PlatformOptions } from '@platform-sdk/core';
import { createProjectsClient, type ProjectsClient } from '@platform-sdk/projects';
import { json, recordingLines, type SentLine } from '@platform-sdk/test-helpers';

export { empty, failureOf, json } from '@platform-sdk/test-helpers';

export interface Wire {
  readonly projects: ProjectsClient;
  readonly platform: Platform;
  readonly sent: SentLine[];
  readonly log: LogEvent[];
}

/** Returns a client whose requests get the responses in turn, and then the last response again. If an item is an error, the request throws it. The client sends a Bearer token unless a session is passed. */
export const wire = (answers: readonly (Response | Error)[], options: PlatformOptions = {}): Wire => {
  const log: LogEvent[] = [];
  const { fetch, sent } = recordingLines(answers);
  const platform = createPlatform({
    apiKey: 'app-1',
    ...(options.session ? {} : { accessToken: 'bearer-1' }),
    baseUrls: { organizations: 'https://api.test/v1' },
    validation: 'throw',
    retry: { limit: 0 },
    logger: (event) => log.push(event),
    fetch,
    ...options,
  });
  return { projects: createProjectsClient(platform), platform, sent, log };
};

/** Returns an error response in JSON:API format. */
export const refusal = (status: number, code: string, detail: string): Response =>
  json({ errors: [{ status: String(status), code, title: 'No', detail }] }, status);

export const userHeaders = { accept: 'application/json', 'api-key': 'app-1', authorization: 'Bearer bearer-1' };
export const bodyHeaders = { ...userHeaders, 'content-type': 'application/json' };

export const place = { organizationId: 'o-1', projectId: '7' };
/** The URL of the project. */
export const at = 'https://api.test/v1/organizations/o-1/projects/7';

export const projectData = { id: '7', type: 'project', attributes: { name: 'Engines', is_default: true } };
/** The same project, without its envelope. */
export const someProject = { id: '7', type: 'project', name: 'Engines', is_default: true };
