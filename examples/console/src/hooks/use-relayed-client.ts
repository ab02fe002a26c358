import type { Platform } from '@platform-sdk/core';
import { createContext, use, useMemo } from 'react';

/** The platform whose services the server relays. */
export const RelayedPlatform = createContext<Platform | undefined>(undefined);

/** Returns the client of a relayed service, such as `useRelayedClient(createMemoryClient)`. */
export const useRelayedClient = <Client>(create: (platform: Platform) => Client): Client => {
  const platform = use(RelayedPlatform);
  if (!platform) throw new Error('There is no RelayedPlatform around this component.');
  return useMemo(() => create(platform), [create, platform]);
};
