import type { CallOptions, Client, Platform, ServiceOptions } from '@platform-sdk/core';
import { createClient, toPlatform, withOperationsOf, type FailuresOf } from '@platform-sdk/core/internal';
import * as contract from './contract.ts';
import { changeOf, pinsOf } from './input.ts';
import type { SettingsPinInput, SettingsUpdateInput } from './types.ts';
import { holds, only, sendable } from './changes.ts';

/** The operations of the settings service. `createSettingsStore` calls them automatically. */
export interface SettingsClient extends Omit<Client<typeof contract>, 'update' | 'pin'> {
  /** Changes the settings in the input. All other settings stay unchanged. Sends nothing if the input contains no valid value. */
  readonly update: ((input: SettingsUpdateInput, options?: CallOptions) => Promise<void>) & FailuresOf<typeof contract.update>;
  /** Sets the pinned projects of an organization, in this order, for all clients of the user. */
  readonly pin: ((input: SettingsPinInput, options?: CallOptions) => Promise<void>) & FailuresOf<typeof contract.pin>;
}

/** Creates the client of the settings service. */
export const createSettingsClient = (platformOrOptions: Platform | ServiceOptions): SettingsClient => {
  const platform = toPlatform(platformOrOptions, 'organizations');
  const client = createClient({ name: 'settings', base: 'organizations' }, contract, platform);
  return withOperationsOf(client, {
    ...client,
    async update(input, options) {
      const change = changeOf(input);
      const { client: _, ...fields } = only(change, (name, value) => {
        if (value === null)
          platform.context.log?.({
            type: 'warning',
            code: 'FIELD_LEFT_OUT',
            message: `settings.update: ${name} must be a UUID or an integer, and was left out`,
          });
        return (value ?? null) !== null;
      });
      if (holds(fields)) await client.update(sendable(change), options);
    },
    pin: async (input, options) => client.pin({ setting_key: 'sidebar', ...pinsOf(input) }, options),
    async completeOnboardingStep(step, options) {
      const { value = true, ...rest } = { ...step };
      return client.completeOnboardingStep({ ...rest, value }, options);
    },
  });
};
