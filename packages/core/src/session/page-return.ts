/** Calls `listener` when a page is shown again: from the back/forward cache, from sleep, or from behind another tab. Returns its end. */
export const onReturn = (listener: () => void): (() => void) => {
  const { document, addEventListener, removeEventListener } = globalThis as Partial<typeof globalThis>;
  const shown = (event: { readonly persisted?: boolean }): void => {
    if (event.persisted) listener();
  };
  const visible = (): void => {
    if (document?.visibilityState === 'visible') listener();
  };
  addEventListener?.('pageshow', shown);
  document?.addEventListener('visibilitychange', visible);
  return () => {
    removeEventListener?.('pageshow', shown);
    document?.removeEventListener('visibilitychange', visible);
  };
};
