import type { CallOptions, Client, Platform, ServiceOptions, StreamOptions } from '@platform-sdk/core';
import { amount, callable, callOptions, extended, optional, orNull, without } from '@platform-sdk/core/contract';
import { createClient, toPlatform, checkOptions, poll, withOperationsOf } from '@platform-sdk/core/internal';
import * as contract from './contract.ts';
import { throwRotationError } from './errors.ts';
import type {
  AgentPassActivityExportResult,
  AgentMetrics,
  AgentPassActivityExportInput,
  AgentPassActivityMetricsInput,
  WatchMetricsOptions,
} from './types.ts';

/** The activity of agents, served by the auth service. */
export interface ActivityClient extends Client<typeof contract.activity> {
  /** Opens an agent's complete log as a file, in `json`, `csv` or `jsonl`. */
  export(input: AgentPassActivityExportInput, options?: StreamOptions): Promise<AgentPassActivityExportResult>;
  /**
   * Yields an agent's metrics now, and then every `intervalMs`. All loops over the same watch share its requests. Each failure doubles the
   * pause, up to ten minutes. A longer `Retry-After` extends the pause. Permanent failures, such as an ended session, are thrown. An abort,
   * or the end of the loop, ends the watch without an error.
   */
  watchMetrics(input: AgentPassActivityMetricsInput, options?: WatchMetricsOptions): AsyncIterable<AgentMetrics>;
}

/** Manages agent passes with their keys, and reads the activity of agents. */
export interface AgentPassesClient extends Client<typeof contract> {
  readonly activity: ActivityClient;
}

type OwnCallOptions = Omit<CallOptions, 'retry' | 'forceRefresh'>;

const watchOptions = extended<OwnCallOptions, WatchMetricsOptions>(without(callOptions, 'retry', 'forceRefresh'), {
  intervalMs: optional(amount),
  onFailure: orNull(callable()),
});

/** Creates the client of agent passes. The activity of agents uses `baseUrls.auth`. */
export const createAgentPassesClient = (platformOrOptions: Platform | ServiceOptions): AgentPassesClient => {
  const platform = toPlatform(platformOrOptions, 'organizations');
  const client = createClient({ name: 'agentPasses', base: 'organizations' }, contract, platform);
  const warn = (message: string): void => platform.context.log?.({ type: 'warning', code: 'CALLBACK_FAILED', message });
  const { activity, create, rotateKey } = client;

  return withOperationsOf(client, {
    ...client,
    async create(input, options) {
      const { projectId: entityId } = { ...input };
      return create({ entityType: 'project', entityId, credentialType: 'api_key', ...input }, options);
    },
    rotateKey: (input, options) => rotateKey(input, options).catch(throwRotationError),
    activity: {
      ...activity,
      watchMetrics: (input, options = {}) => {
        const {
          intervalMs: _interval,
          onFailure: _own,
          ...others
        } = checkOptions('agentPasses.activity.watchMetrics', watchOptions, options);
        // The watch schedules its own retries, so the call does not retry.
        return poll((signal) => activity.metrics(input, { ...others, retry: false, forceRefresh: true, signal }), options, warn);
      },
    },
  });
};
