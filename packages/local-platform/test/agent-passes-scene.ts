import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createCrew, type Crew } from './organization-roles.ts';
import { idIn, send, signIn, type RawAnswer } from './raw-request.ts';

type Name = keyof Crew['tokens'];

/** Creates a crew whose first project has agent passes. */
export const passScene = async () => {
  const crew = await createCrew();
  const { platform, organizationId, tokens } = crew;
  const { body } = await send(platform, 'GET /control/v1/organizations', { token: tokens.olga });
  const { included } = body as { included: { id: string; type: string }[] };
  const [projectId, otherProjectId] = included.filter(({ type }) => type === 'project').map(({ id }) => id) as [string, string];
  const path = `/control/v1/organizations/${organizationId}/projects/${projectId}/agent_passes`;

  const call = (by: Name, line: string, content?: object): Promise<RawAnswer> => {
    const [method = '', rest = ''] = line.split(' ');
    return send(platform, `${method} ${path}${rest}`, { token: tokens[by], ...(content && { body: content }) });
  };
  const create = async (agentPass: object = { title: 'Deploys' }): Promise<{ id: string; key: string }> => {
    const answer = await call('mia', 'POST ', { agentPass });
    return { id: idIn(answer), key: keyIn(answer) };
  };
  /** Sends an agent's request with the credentials of a user. */
  const act = (key: string, userId = 'agent-1', line = 'GET /control/v1/organizations'): Promise<RawAnswer> =>
    send(platform, line, { token: tokens.mia, headers: { 'X-Agent-Secret-Token': key, 'X-Agent-User-Id': userId } });

  return { ...crew, projectId, otherProjectId, path, call, create, act };
};

export const keyIn = ({ body }: RawAnswer): string => (body as { meta: { secretKey: string } }).meta.secretKey;

/** Creates a pass and an agent that uses the pass, on a platform whose clock moves only on demand. */
export const activityScene = async () => {
  let now = Date.UTC(2026, 0, 1);
  const platform = createLocalPlatform({ clock: { now: () => now }, accessTokenSeconds: 1e9 });
  const { accessToken: token } = await signIn(platform, 'ada@example.com', 'difference-engine');
  const { body } = await send(platform, 'GET /control/v1/organizations', { token });
  const { data, included } = body as { data: { id: string }[]; included: { id: string; type: string }[] };
  const projectId = included.find(({ type }) => type === 'project')?.id ?? '';
  const created = await send(platform, `POST /control/v1/organizations/${data[0]?.id}/projects/${projectId}/agent_passes`, {
    token,
    body: { agentPass: { title: 'Deploys' } },
  });
  const key = keyIn(created);

  return {
    platform,
    token,
    /** Sets the time, in ISO 8601. */
    at: (time: string): void => void (now = Date.parse(time)),
    /** Sends a request of the agent that takes the given number of milliseconds. */
    act: async (milliseconds: number, { line = 'GET /control/v1/organizations', status = 200, userId = 'agent-1', headers = {} } = {}) => {
      platform.faults.add({
        respond: () => {
          now += milliseconds;
          return Response.json({}, { status });
        },
      });
      return send(platform, line, {
        token,
        headers: { 'X-Agent-Secret-Token': key, 'X-Agent-User-Id': userId, 'User-Agent': 'agent/1.0', ...headers },
      });
    },
    ask: (rest: string): Promise<RawAnswer> => send(platform, `GET /auth/v1/oauth/agent/activity/${rest}`, { token }),
  };
};
