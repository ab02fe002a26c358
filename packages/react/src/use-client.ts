import type { Platform } from '@platform-sdk/core';
import { useMemo } from 'react';
import { usePlatform } from './platform-provider.ts';

/**
 * Returns a client of the provider's platform, such as `useClient(createOrganizationsClient)`. Returns the same object for the same platform
 * and function, so define the function outside of the component. Throws outside of a `PlatformProvider`.
 */
export const useClient = <Client>(create: (platform: Platform) => Client): Client => {
  const platform = usePlatform();
  return useMemo(() => create(platform), [create, platform]);
};
