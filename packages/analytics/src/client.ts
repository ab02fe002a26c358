import type { Client, Platform, ProjectKeys, Resolvable, ServiceOptions } from '@platform-sdk/core';
import { createClient, toPlatform } from '@platform-sdk/core/internal';
import * as contract from './contract/index.ts';

/** A project's traces and daily metrics, by its key pair. */
export interface AnalyticsClient extends Client<typeof contract> {}

/** Creates the client of one project's analytics; `projectKeys` take precedence over the platform's own. */
export const createAnalyticsClient = (
  platformOrOptions: Platform | ServiceOptions,
  { projectKeys }: { readonly projectKeys?: Resolvable<ProjectKeys> } = {},
): AnalyticsClient => {
  const platform = toPlatform(platformOrOptions, 'analytics');
  const { context } = platform;
  const own = projectKeys ? { ...platform, context: { ...context, options: { ...context.options, projectKeys } } } : platform;
  return createClient({ name: 'analytics', base: 'analytics' }, contract, own);
};
