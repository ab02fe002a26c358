import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createAnalyticsClient } from '@platform-sdk/analytics';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform, isPlatformError } from '@platform-sdk/core';
import { createMemoryClient } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createProjectsClient } from '@platform-sdk/projects';
import { createSettingsClient } from '@platform-sdk/settings';
import { createWalletsClient } from '@platform-sdk/wallets';
import { expect, it } from 'vitest';
import { json, recordingFetch } from '@platform-sdk/test-helpers';

type Method = (input?: unknown) => unknown;

const junk: readonly unknown[] = [undefined, null, 7, true, 'text', [], [{}], {}, { unlikely: {} }, Object.create(null), () => undefined];

const scene = () => {
  const wire = recordingFetch(json({}));
  const baseUrls = Object.fromEntries(
    ['auth', 'organizations', 'wallets', 'analytics', 'memory'].map((name) => [name, `https://${name}.test/v1`]),
  );
  const platform = createPlatform({
    apiKey: 'app-1',
    baseUrls,
    fetch: wire.fetch,
    accessToken: 'access-1',
    tokens: { memory: 'token-1' },
    adminAccess: 'admin-1',
    projectKeys: { publicKey: 'pk', secretKey: 'sk' },
    retry: { limit: 0 },
    validation: 'off',
  });
  const clients = {
    agentPasses: createAgentPassesClient(platform),
    analytics: createAnalyticsClient(platform),
    auth: createAuthClient(platform),
    memory: createMemoryClient(platform),
    organizations: createOrganizationsClient(platform),
    projects: createProjectsClient(platform),
    settings: createSettingsClient(platform),
    wallets: createWalletsClient(platform),
  };
  return { wire, clients };
};

const methodsOf = (prefix: string, client: object): [name: string, method: Method][] =>
  Object.entries(client).flatMap(([name, member]: [string, Method | object]) =>
    typeof member === 'function' ? [[`${prefix}.${name}`, member as Method]] : methodsOf(`${prefix}.${name}`, member),
  );

/** Reads the complete result of a method, for example all events of a stream. */
const finished = async (result: unknown): Promise<unknown> => {
  if (typeof result === 'object' && result !== null && 'toArray' in result) return (result as { toArray: Method }).toArray({ limit: 1 });
  if (typeof result === 'object' && result !== null && 'final' in result) return (result as { final: Method }).final();
  if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
    return (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
  return result;
};

it('every method throws only a PlatformError for junk inputs, and no input error after sending', async () => {
  const { wire, clients } = scene();
  const wrong: string[] = [];
  const methods = methodsOf('', clients);
  expect(methods.length).toBeGreaterThan(90);
  for (const [name, method] of methods) {
    for (const input of junk) {
      const sent = wire.sent.length;
      const what = `${name.slice(1)}(${typeof input === 'function' ? 'a function' : input === undefined ? '' : JSON.stringify(input)})`;
      try {
        const result = method(input);
        await finished(result);
      } catch (error) {
        if (!isPlatformError(error)) wrong.push(`${what}: ${String(error)}`);
        else if (error.kind === 'invalid-input' && wire.sent.length > sent) wrong.push(`${what}: sent, and then ${error.message}`);
        else if (error.kind === 'invalid-input' && (error.field === undefined || error.outcome !== 'not-sent'))
          wrong.push(`${what}: no field`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
