import type { Platform } from '@platform-sdk/core';
import { useMemo } from 'react';
import { usePlatform } from './platform-provider.ts';

/**
 * Returns a client of the provider's platform, such as `useClient(createOrganizationsClient)`. It stays the same object while the platform
 * and the function do, so pass a function from outside of the component. Throws outside of a `PlatformProvider`.
 */
export const useClient = <Client>(create: (platform: Platform) => Client): Client => {
  const platform = usePlatform();
  return useMemo(() => create(platform), [create, platform]);
};
