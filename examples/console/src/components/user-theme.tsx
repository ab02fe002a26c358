import { useEffect } from 'react';
import { usePageSettings, useSettingsStore } from '../hooks/use-page-settings.ts';
import { useTheme } from '../hooks/use-theme.ts';

/** Reads the user's settings and applies the theme. This component is a separate chunk, so that the page appears before the settings arrive. */
export const UserTheme = () => {
  const store = useSettingsStore();
  const [{ theme }] = usePageSettings();
  useTheme(theme);
  useEffect(() => {
    // If the browser is offline, the stored settings stay in use.
    store.load().catch(() => undefined);
  }, [store]);
  return null;
};
