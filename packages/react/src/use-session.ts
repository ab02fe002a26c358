import { useSyncExternalStore } from 'react';
import { useProvided } from './platform-provider.ts';
import type { SessionSnapshot } from './session-snapshot.ts';

/** Returns the session, and follows its changes, including changes in other tabs. Returns the same object until the user changes. */
export const useSession = (): SessionSnapshot => {
  const { source } = useProvided();
  return useSyncExternalStore(source.subscribe, source.get, source.getServerSnapshot);
};
