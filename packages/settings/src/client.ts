import { createClient, toPlatform, type CallOptions, type Client, type Platform, type ServiceOptions } from '@platform-sdk/core';
import * as contract from './contract.ts';
import { changeOf, pinsOf } from './input.ts';
import type { PinnedProjects, SettingsUpdate } from './types.ts';
import { sendable } from './writes.ts';

/** The settings' operations, one by one. `createSettings` keeps them in step by itself. */
export interface SettingsClient extends Omit<Client<typeof contract>, 'update' | 'pin'> {
  /** Changes any of the user's settings; the others stay. */
  update(input: SettingsUpdate, options?: CallOptions): Promise<void>;
  /** Sets which projects of an organization are pinned, and in which order, for all clients of the user. */
  pin(input: PinnedProjects, options?: CallOptions): Promise<void>;
}

/** Creates the client of the settings service. */
export const createSettingsClient = (given: Platform | ServiceOptions): SettingsClient => {
  const client = createClient({ name: 'settings', base: 'organizations' }, contract, toPlatform(given, 'organizations'));
  return {
    ...client,
    update: async (input, options) => client.update(sendable(changeOf(input)), options),
    pin: async (input, options) => client.pin({ setting_key: 'sidebar', ...pinsOf(input) }, options),
    completeOnboardingStep: ({ value = true, ...step }, options) => client.completeOnboardingStep({ ...step, value }, options),
  };
};
