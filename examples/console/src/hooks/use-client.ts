import type { Platform } from '@platform-sdk/core';
import { usePlatform } from '@platform-sdk/react';
import { createContext, use, useMemo } from 'react';

/** The platform of the services that the server relays. */
export const RelayedPlatform = createContext<Platform | undefined>(undefined);

/** Returns the client of a service that the page calls itself, such as `useClient(createOrganizationsClient)`. */
export const useClient = <Client>(create: (platform: Platform) => Client): Client => {
  const platform = usePlatform();
  return useMemo(() => create(platform), [create, platform]);
};

/** Returns the client of a service behind the relay, such as `useRelayedClient(createMemoryClient)`. */
export const useRelayedClient = <Client>(create: (platform: Platform) => Client): Client => {
  const platform = use(RelayedPlatform);
  if (!platform) throw new Error('There is no RelayedPlatform around this component.');
  return useMemo(() => create(platform), [create, platform]);
};
