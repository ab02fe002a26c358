import { createClient, toPlatform, type Client, type Platform, type ServiceOptions, type StreamOptions } from '@platform-sdk/core';
import { poll } from '@platform-sdk/core/contract';
import * as contract from './contract.ts';
import { tellLostKey } from './errors.ts';
import type { ActivityExport, AgentMetrics, ExportQuery, MetricsQuery, WatchOptions } from './types.ts';

/** What agents did, served by the auth service. */
export interface ActivityClient extends Client<typeof contract.activity> {
  /** Opens an agent's whole log as a file, in `json`, `csv` or `jsonl`. */
  export(input: ExportQuery, options?: StreamOptions): Promise<ActivityExport>;
  /**
   * Yields an agent's metrics now and every 30 seconds. After a failure it waits twice as long each time, at most ten minutes, and goes on;
   * only what no waiting mends is thrown, such as an ended session. An abort, or leaving the loop, ends it without an error.
   */
  watchMetrics(input: MetricsQuery, options?: WatchOptions): AsyncIterable<AgentMetrics>;
}

/** Agent passes with their keys, and what agents did with them. */
export interface AgentPassesClient extends Client<typeof contract> {
  readonly activity: ActivityClient;
}

/** Creates the client of agent passes. Activity lives at the auth address: `baseUrls.auth`. */
export const createAgentPassesClient = (given: Platform | ServiceOptions): AgentPassesClient => {
  const client = createClient({ name: 'agentPasses', base: 'organizations' }, contract, toPlatform(given, 'organizations'));
  const { activity, create, rotateKey } = client;

  return {
    ...client,
    create: (input, options) => create({ entityType: 'project', entityId: input.projectId, credentialType: 'api_key', ...input }, options),
    rotateKey: (input, options) => rotateKey(input, options).catch(tellLostKey),
    activity: {
      ...activity,
      watchMetrics: (input, options = {}) =>
        // The watch waits by itself, so nothing is sent again in between.
        poll((signal) => activity.metrics(input, { retry: false, ...options, forceRefresh: true, signal }), options),
    },
  };
};
