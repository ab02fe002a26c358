import { printable } from '../printable.ts';
import { createEnvironment, type AgentEnvironment } from './environment.ts';

const USER = { id: 'ada00000-0000-4000-8000-000000000001', token: 'mem_sandbox' };

/** Starts a local platform in this process: a sandbox in which an agent may do everything. Its messages are logged. */
export const createSandbox = async (log: (line: string) => void): Promise<AgentEnvironment> => {
  const { createLocalPlatform, localAdminAccess } = await import('@platform-sdk/local-platform');
  const local = createLocalPlatform();
  const { apiKey, account, gatewayKey, projectKeys } = local;
  local.seed({ memoryUsers: [{ ...USER, email: account.email, gatewayKey }] });
  local.inbox.subscribe(({ channel, to, text }) => log(`${channel} to ${printable(to)}: ${printable(text)}`));
  const options = {
    apiKey,
    baseUrls: local.baseUrls(),
    fetch: async (input: Request | string | URL, init?: RequestInit): Promise<Response> => local.fetch(input, init),
    adminAccess: localAdminAccess,
    projectKeys,
    tokens: { memory: USER.token, gateway: gatewayKey },
  };
  return createEnvironment(options, { username: account.email, password: account.password }, log);
};
