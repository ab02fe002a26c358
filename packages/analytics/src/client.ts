import type { Client, Platform, ProjectKeys, Resolvable, ServiceOptions } from '@platform-sdk/core';
import { createClient, toPlatform } from '@platform-sdk/core/internal';
import * as contract from './contract/index.ts';

/** Reads a project's traces and daily metrics with the project's key pair. */
export interface AnalyticsClient extends Client<typeof contract> {}

/** Creates the client of a project's analytics. The option `projectKeys` takes precedence over the `projectKeys` of the platform. */
export const createAnalyticsClient = (
  platformOrOptions: Platform | ServiceOptions,
  { projectKeys }: { readonly projectKeys?: Resolvable<ProjectKeys> } = {},
): AnalyticsClient => {
  const platform = toPlatform(platformOrOptions, 'analytics');
  const { context } = platform;
  const own = projectKeys ? { ...platform, context: { ...context, options: { ...context.options, projectKeys } } } : platform;
  return createClient({ name: 'analytics', base: 'analytics' }, contract, own);
};
