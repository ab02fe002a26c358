import { createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { openPlatform, readEnvironment } from '../environment/open-platform.ts';
import { readAccount } from '../environment/variables.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import { environmentOf, type AgentEnvironment } from './environment.ts';

/** Opens the environment that the variables describe, with the session of its profile. */
export const openEnvironment = async (values: Parameters<typeof readEnvironment>[0], terminal: Terminal): Promise<AgentEnvironment> => {
  const environment = await readEnvironment(values, terminal);
  const { options, variables, callOptions } = environment;
  return { ...environmentOf(openPlatform(environment, terminal), options, readAccount(variables)), callOptions };
};

const USER = { id: 'ada00000-0000-4000-8000-000000000001', token: 'mem_of-the-sandbox' };

/** Starts a local platform in this process, as a sandbox in which an agent may call every operation. Prints the e-mails and SMS. */
export const openSandbox = async ({ printError }: Terminal): Promise<AgentEnvironment> => {
  const { createLocalPlatform, localAdminAccess } = await import('@platform-sdk/local-platform');
  const local = createLocalPlatform();
  const { apiKey, account, gatewayKey, projectKeys } = local;
  local.seed({ memoryUsers: [{ ...USER, email: account.email, gatewayKey }] });
  local.inbox.subscribe(({ channel, to, text }) => printError(`${channel} to ${printable(to)}: ${printable(text)}`));
  const options: PlatformOptions = {
    apiKey,
    baseUrls: local.baseUrls(),
    adminAccess: localAdminAccess,
    projectKeys,
    tokens: { memory: USER.token, gateway: gatewayKey },
  };
  const platform = createPlatform({ ...options, fetch: async (input, init) => local.fetch(input, init) });
  return environmentOf(platform, options, { username: account.email, password: account.password });
};
