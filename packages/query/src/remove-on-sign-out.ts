import type { Platform } from '@platform-sdk/core';
import type { QueryClientLike } from './query-client.ts';
import { queriesOf, userOf } from './query-key.ts';

/** Removes the queries of a user who signs out, or whom another user follows. Returns an unsubscribe function. */
export const removeOnSignOut = (client: QueryClientLike, platform: Platform): (() => void) =>
  platform.session.subscribe(() => {
    // With an `accessToken`, no response belongs to the session.
    if (platform.context.options.accessToken !== undefined) return;
    const kept = [null, userOf(platform)];
    client.removeQueries(queriesOf(platform, ([, owner]) => !kept.includes(owner)));
  });
