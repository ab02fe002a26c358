import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createPlatform, type LogEvent, type PlatformOptions } from '@platform-sdk/core';
import { type RecordingFetch, tokens } from '@platform-sdk/test-helpers';

export { failureOf, headersOf, json, recordingFetch, text } from '@platform-sdk/test-helpers';

export const organizationsUrl = 'https://control.test/v1';
export const authUrl = 'https://auth.test/v1';

/** The headers of every call of a signed-in user. */
export const signedIn = {
  accept: 'application/json',
  'api-key': 'app-1',
  authorization: `Bearer ${tokens('access-1').accessToken}`,
};
export const withBody = { 'content-type': 'application/json' };

/** Creates a client for a signed-in user, and records its requests and log events. */
export const benchOf = async (wire: RecordingFetch, options: PlatformOptions = {}) => {
  const events: LogEvent[] = [];
  const platform = createPlatform({
    apiKey: 'app-1',
    baseUrls: { auth: authUrl, organizations: organizationsUrl },
    fetch: wire.fetch,
    logger: (event) => events.push(event),
    ...options,
  });
  await platform.session.set(tokens('access-1'));
  return { agentPasses: createAgentPassesClient(platform), platform, events, wire };
};

export const passDocument = (attributes: object = {}, meta?: object): object => ({
  data: {
    id: 'pass-1',
    type: 'agentPass',
    attributes: { title: 'Deploys', assetType: 'studio_tool', category: 'security', active: true, expiresAt: null, ...attributes },
  },
  ...(meta && { meta }),
});

/** The same pass as the client returns it. */
export const pass = {
  id: 'pass-1',
  type: 'agentPass',
  title: 'Deploys',
  assetType: 'studio_tool',
  category: 'security',
  active: true,
  expiresAt: null,
};

export const inProject = { orgId: 'org-1', projectId: '7' };
export const one = { ...inProject, passId: 'pass-1' };
