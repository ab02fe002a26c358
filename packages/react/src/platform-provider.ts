import type { Platform } from '@platform-sdk/core';
import { createContext, createElement, useContext, useMemo, useState, type Context, type ReactElement, type ReactNode } from 'react';
import type { SessionSnapshot } from './session-snapshot.ts';
import { createSessionSource, type SessionSource } from './session-source.ts';

/** A platform, and the source of the session that components show. */
export interface ProvidedPlatform {
  readonly platform: Platform;
  readonly source: SessionSource;
}

/** The properties of `PlatformProvider`. */
export interface PlatformProviderProps {
  /** The platform. Create it once, outside of components. The provider does not dispose of it. */
  readonly platform: Platform;
  /** The session that the server rendered, from `toSessionSnapshot`. Only the first value is used. Default: `loading`. */
  readonly initialSession?: SessionSnapshot | undefined;
  readonly children?: ReactNode;
}

const ProvidedContext: Context<ProvidedPlatform | undefined> = /* @__PURE__ */ createContext<ProvidedPlatform | undefined>(undefined);

/** Provides a platform to the hooks of all components inside. */
export const PlatformProvider = ({ platform, initialSession, children }: PlatformProviderProps): ReactElement => {
  const [first] = useState({ platform, initialSession });
  const value = useMemo(() => {
    // The snapshot of the server belongs to the first platform only.
    const initial = first.platform === platform ? first.initialSession : undefined;
    return { platform, source: createSessionSource(platform, initial) };
  }, [platform, first]);
  return createElement(ProvidedContext.Provider, { value }, children);
};

/** Returns the provider's platform with its session. */
export const useProvided = (): ProvidedPlatform => {
  const provided = useContext(ProvidedContext);
  if (!provided) throw new Error('There is no PlatformProvider around this component. Render it inside <PlatformProvider platform={...}>.');
  return provided;
};

/** Returns the provider's platform. */
export const usePlatform = (): Platform => useProvided().platform;
