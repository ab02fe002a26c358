import { useEffect } from 'react';
import { usePageSettings, useSettingsStore } from '../hooks/use-page-settings.ts';
import { useTheme } from '../hooks/use-theme.ts';

/** Reads the user's settings and applies the theme. A separate chunk, because the page appears before the settings arrive. */
export const UserTheme = () => {
  const store = useSettingsStore();
  const [{ theme }] = usePageSettings();
  useTheme(theme);
  useEffect(() => {
    // Without a connection, the settings of the browser stay.
    store.load().catch(() => undefined);
  }, [store]);
  return null;
};
