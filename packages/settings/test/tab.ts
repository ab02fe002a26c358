/** A page with settings, for tests to open in a tab of its own. */
import { createPlatform, webTokenStore } from '@platform-sdk/core';
import { createSettings, webSettingsStore } from '@platform-sdk/settings';

const { apiKey, baseUrls } = JSON.parse(localStorage.getItem('addresses') ?? '{}') as { apiKey: string; baseUrls: Record<string, string> };
const platform = createPlatform({ apiKey, baseUrls, session: { store: webTokenStore() } });

Object.assign(globalThis, { settings: createSettings(platform, { store: webSettingsStore() }) });
