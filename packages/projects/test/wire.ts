import { createPlatform, type LogEvent, type Platform, type PlatformOptions } from '@platform-sdk/core';
import { createProjectsClient, type ProjectsClient } from '@platform-sdk/projects';

/** One request as it was sent. */
interface Sent {
  /** Method and address. */
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body. */
  readonly body: string;
}

/** A client, its requests and its log. */
export interface Wire {
  readonly projects: ProjectsClient;
  readonly platform: Platform;
  readonly sent: Sent[];
  readonly log: LogEvent[];
}

/** A client whose requests get the responses in turn, and the last response from then on; an error is thrown. It has a Bearer unless a session is passed. */
export const wire = (answers: readonly (Response | Error)[], options: PlatformOptions = {}): Wire => {
  const sent: Sent[] = [];
  const log: LogEvent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push({
      line: `${method} ${url}`,
      headers: Object.fromEntries([...headers].filter(([name]) => name !== 'content-length')),
      body: await request.text(),
    });
    if (answer instanceof Response) return answer.clone();
    throw answer ?? new Error('No response was prepared');
  };
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

/** A JSON response. */
export const json = (document: unknown, status = 200): Response => Response.json(document, { status });

/** A response without a body. */
export const empty = (): Response => new Response(null, { status: 204 });

/** An error in the JSON:API dialect. */
export const refusal = (status: number, code: string, detail: string): Response =>
  json({ errors: [{ status: String(status), code, title: 'No', detail }] }, status);

/** The headers of a call without a body. */
export const userHeaders = { accept: 'application/json', 'api-key': 'app-1', authorization: 'Bearer bearer-1' };
/** The headers of a call with a body. */
export const bodyHeaders = { ...userHeaders, 'content-type': 'application/json' };

/** The place of every test. */
export const place = { organizationId: 'o-1', projectId: '7' };
/** Its address. */
export const at = 'https://api.test/v1/organizations/o-1/projects/7';

export const projectData = { id: '7', type: 'project', attributes: { name: 'Engines', is_default: true } };
/** The same, unwrapped. */
export const someProject = { id: '7', type: 'project', name: 'Engines', is_default: true };

/** The rejection of a promise that must reject. */
export const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
};
