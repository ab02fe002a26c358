import { useEffect, useSyncExternalStore } from 'react';

const isDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

const subscribe = (listener: () => void): (() => void) => {
  const media = isDark();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

const KEY = 'console-theme';

/** Applies the theme of the last visit before the settings are read. */
export const showLastTheme = (): void => {
  try {
    document.documentElement.dataset['theme'] = localStorage.getItem(KEY) ?? (isDark().matches ? 'dark' : 'light');
  } catch {
    // A browser may forbid access to its storage. The default is the light theme.
  }
};

const keep = (theme: string): void => {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage, the next visit begins with the device's theme.
  }
};

/** Applies a theme. If the user has not chosen a theme, applies the device's theme. */
export const useTheme = (chosen: string | undefined): void => {
  const device = useSyncExternalStore(subscribe, () => (isDark().matches ? 'dark' : 'light'));
  const theme = chosen ?? device;
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    if (chosen) keep(chosen);
  }, [theme, chosen]);
};
