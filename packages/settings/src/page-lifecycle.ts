/** Calls `hidden` when the page is hidden or about to close, and `online` when the connection returns. Returns an unsubscribe function. */
export const watchPage = (hidden: () => void, online: () => void): (() => void) => {
  if (!('document' in globalThis)) return () => undefined;
  const end = new AbortController();
  addEventListener('pagehide', hidden, end);
  addEventListener('online', online, end);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && hidden(), end);
  return () => end.abort();
};
