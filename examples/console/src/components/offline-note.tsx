import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Shows a note while the browser is offline. */
export const OfflineNote = () => {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className={isOnline ? undefined : 'offline'}>
      {isOnline ? '' : 'You are offline. Settings are kept and sent later.'}
    </div>
  );
};
