import type { Platform } from '@platform-sdk/core';
import type { QueryClientLike } from './query-client.ts';
import { queriesOf, userOf } from './query-key.ts';

/** Removes a user's queries when the user signs out or another user signs in. Returns an unsubscribe function. */
export const removeOnSignOut = (client: QueryClientLike, platform: Platform): (() => void) =>
  platform.session.subscribe(() => {
    // With an `accessToken`, the responses do not belong to the session.
    if (platform.context.options.accessToken !== undefined) return;
    const kept = [null, userOf(platform)];
    client.removeQueries(queriesOf(platform, ([, owner]) => !kept.includes(owner)));
  });
