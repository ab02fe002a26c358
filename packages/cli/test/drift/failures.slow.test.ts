import { runDrift, type DriftReport } from '@platform-sdk/cli';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import type { PlatformOptions } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { populatedPlatform } from './populated-platform.ts';

type Fetch = NonNullable<PlatformOptions['fetch']>;

/** Replaces the responses to some requests. */
const replacing =
  (fetch: Fetch, replace: (request: Request, response: Response) => Response | undefined): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const response = await fetch(request.clone());
    return replace(request, response) ?? response;
  };

const linesOf = ({ findings }: DriftReport): string[] =>
  findings.map(({ operation, where, expected, found }) => `${operation}: ${where}: ${expected}: ${found}`);

it('drift provokes failures with unknown ids if no list contains a real id', async () => {
  const local = createLocalPlatform();
  const { email: username, password } = local.account;
  const options = { apiKey: local.apiKey, baseUrls: local.baseUrls(), fetch: local.fetch, projectKeys: local.projectKeys };
  const { operations } = await runDrift({ options, account: { username, password } });
  const probed = Object.entries(operations).flatMap(([name, { state, errorForms = [] }]) =>
    errorForms.some((form) => form.startsWith('404')) ? [`${name} ${state}`] : [],
  );
  expect(probed).toEqual([
    'organizations.get compared',
    'agentPasses.get skipped',
    'agentPasses.list compared',
    'wallets.get compared',
    'wallets.transactions compared',
    'analytics.traces.get compared',
    'converter.download skipped',
  ]);
});

it('drift reports an error code that only another operation documents', async () => {
  const { options, account } = await populatedPlatform();
  const fetch = replacing(options.fetch as Fetch, (request, { status }) => {
    if (!/\/v1\/session\/0{8}-/.test(request.url) || status !== 404) return undefined;
    return Response.json({ error: { code: 'MEMORY_NOT_FOUND', message: 'No such memory.' } }, { status });
  });
  const report = await runDrift({ options: { ...options, fetch }, account });
  expect(linesOf(report)).toEqual([
    'memory.sessions.get: the response to an unknown id: SESSION_NOT_FOUND: an unknown code (UPPER_CASE)',
    'memory.sessions.history: the response to an unknown id: SESSION_NOT_FOUND: an unknown code (UPPER_CASE)',
  ]);
});

it('drift provokes no failures of a service that rejects the credentials', async () => {
  const { options, account } = await populatedPlatform();
  const fetch = replacing(options.fetch as Fetch, ({ method, url }) =>
    method === 'POST' && url.includes('/api/batch') ? Response.json({ success: false, error: 'No token.' }, { status: 401 }) : undefined,
  );
  const report = await runDrift({ options: { ...options, fetch }, account, allowBilled: true });
  expect(linesOf(report)).toEqual(['converter.batch: the credentials: accepted: 401, success and error']);
});
