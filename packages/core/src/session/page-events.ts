/** The part of an event that listeners read. */
interface PageEvent {
  /** For `pageshow`: true if the page was in the back/forward cache. */
  readonly persisted?: boolean;
}

/** A window or a document. Servers have neither, and workers have no document. */
interface Target {
  readonly addEventListener?: (type: string, listener: (event: PageEvent) => void) => void;
  readonly removeEventListener?: (type: string, listener: (event: PageEvent) => void) => void;
}

/** Listens to an event of the page. Returns an unsubscribe function. */
export const listenToPage = (type: string, listener: (event: PageEvent) => void, target: Target = globalThis): (() => void) => {
  target.addEventListener?.(type, listener);
  return () => target.removeEventListener?.(type, listener);
};

export const callAll = (ends: readonly (() => void)[]): void => {
  for (const end of ends) end();
};

/** Calls `listener` when a page is shown again: after the back/forward cache, sleep, or a switch from another tab. */
export const onReturn = (listener: () => void): (() => void) => {
  const { document = {} } = globalThis as { readonly document?: Target & { readonly visibilityState?: string } };
  const ends = [
    listenToPage('pageshow', ({ persisted }) => persisted === true && listener()),
    listenToPage('visibilitychange', () => document.visibilityState === 'visible' && listener(), document),
  ];
  return () => callAll(ends);
};
