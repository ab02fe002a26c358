import type { UserSettings } from '@platform-sdk/settings';
import type { World } from '../../world/state.ts';
import { store } from '../../state/store.ts';

/** A user's settings, shared by all clients. */
export interface SettingsRecord extends Pick<
  Required<UserSettings>,
  'theme' | 'language' | 'sidebar_open' | 'current_organization_id' | 'current_project_id'
> {
  /** Pinned projects in their order, by organization id. */
  readonly pins: Map<string, readonly number[]>;
  /** The completed onboarding steps. */
  readonly onboarding: Map<string, boolean>;
}

/** Settings, by user id. */
export const settingsRecords = store('settings', () => new Map<string, SettingsRecord>());

/** Returns a user's settings. A new user gets the defaults. */
export const settingsOf = (world: World, userId: string): SettingsRecord => {
  const all = world.records(settingsRecords);
  let found = all.get(userId);
  if (!found) {
    found = {
      theme: 'light',
      language: 'en',
      sidebar_open: true,
      current_organization_id: null,
      current_project_id: null,
      pins: new Map(),
      onboarding: new Map(),
    };
    all.set(userId, found);
  }
  return found;
};
