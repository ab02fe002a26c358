import {
  createAgentPassesClient,
  type ActivityEntry,
  type AgentPassActivityExportResult,
  type ActivityPage,
  type AgentMetrics,
  type AgentPass,
  type AgentPassesClient,
  type AgentPassWithKey,
} from '@platform-sdk/agent-passes';
import * as contract from '@platform-sdk/agent-passes/contract';
import type { Pages } from '@platform-sdk/core';
import { mock } from '@platform-sdk/core/testing';
import { expect, expectTypeOf, it } from 'vitest';
import { headersOf, inProject, json, one, passDocument, recordingFetch } from './bench.ts';

declare const agentPasses: AgentPassesClient;

it('AgentPassesClient returns passes, activity and metrics with their types', () => {
  expectTypeOf<AgentPassesClient['create']>().returns.resolves.toEqualTypeOf<AgentPassWithKey>();
  expectTypeOf<AgentPassesClient['rotateKey']>().returns.resolves.toEqualTypeOf<AgentPassWithKey>();
  expectTypeOf<AgentPassesClient['list']>().returns.resolves.toEqualTypeOf<AgentPass[]>();
  expectTypeOf<AgentPassesClient['get']>().returns.resolves.toEqualTypeOf<AgentPass>();
  expectTypeOf<AgentPassesClient['revoke']>().returns.resolves.toEqualTypeOf<AgentPass | undefined>();
  expectTypeOf<AgentPassesClient['remove']>().returns.resolves.toEqualTypeOf<void>();
  expectTypeOf<AgentPassesClient['activity']['list']>().returns.toEqualTypeOf<Pages<ActivityEntry, ActivityPage>>();
  expectTypeOf<AgentPassesClient['activity']['export']>().returns.resolves.toEqualTypeOf<AgentPassActivityExportResult>();
  expectTypeOf<AgentPassesClient['activity']['metrics']>().returns.resolves.toEqualTypeOf<AgentMetrics>();
  expectTypeOf<AgentPassesClient['activity']['watchMetrics']>().returns.toExtend<AsyncIterable<AgentMetrics>>();
});

it('AgentPassesClient rejects invalid inputs at compile time', () => {
  // @ts-expect-error the title is missing
  expectTypeOf(() => agentPasses.create(inProject)).toBeFunction();
  // @ts-expect-error the pass id is missing
  expectTypeOf(() => agentPasses.rotateKey(inProject)).toBeFunction();
  // @ts-expect-error the format is unknown
  expectTypeOf(() => agentPasses.activity.export({ agent_user_id: 'agent-1', format: 'xml' })).toBeFunction();
  // @ts-expect-error the field is called per_page
  expectTypeOf(() => agentPasses.activity.list({ agent_user_id: 'agent-1', perPage: 3 })).toBeFunction();
  // @ts-expect-error an update needs the id of the pass
  expectTypeOf(() => agentPasses.update({ ...inProject, title: 'Releases' })).toBeFunction();
});

it('createAgentPassesClient accepts service options instead of a platform', async () => {
  const wire = recordingFetch(json(passDocument()));
  const options = { baseUrl: 'https://own.test/v1', apiKey: 'app-1', accessToken: 'access-1', fetch: wire.fetch };
  await createAgentPassesClient(options).get(one);
  expect(wire.only().url).toBe('https://own.test/v1/organizations/org-1/projects/7/agent_passes/pass-1');
  expect(headersOf(wire.only())).toMatchObject({ authorization: 'Bearer access-1' });
});

it('mock rejects an invalid response at compile time', () => {
  // @ts-expect-error the key of a new pass is a string
  expectTypeOf(() => mock(contract.create, '', () => ({ id: 'pass-1', title: 'Deploys', meta: { secretKey: 7 } }))).toBeFunction();
  // @ts-expect-error a pass has an id
  expectTypeOf(() => mock(contract.get, '', () => ({ title: 'Deploys' }))).toBeFunction();
});
