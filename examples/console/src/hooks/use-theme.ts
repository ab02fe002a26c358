import { useEffect, useSyncExternalStore } from 'react';

const isDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

const subscribe = (listener: () => void): (() => void) => {
  const media = isDark();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Shows a theme, or that of the device where the user has chosen none. */
export const useTheme = (chosen: string | undefined): void => {
  const device = useSyncExternalStore(subscribe, () => (isDark().matches ? 'dark' : 'light'));
  const theme = chosen ?? device;
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
};
