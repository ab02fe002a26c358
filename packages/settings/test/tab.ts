/** A page with settings. Tests open it in a separate tab. */
import { createPlatform, indexedDbTokenStore } from '@platform-sdk/core';
import { createSettingsStore, webSettingsStorage } from '@platform-sdk/settings';

const { apiKey, baseUrls } = JSON.parse(localStorage.getItem('addresses') ?? '{}') as { apiKey: string; baseUrls: Record<string, string> };
const platform = createPlatform({ apiKey, baseUrls, session: { store: indexedDbTokenStore() } });

// A closing page can send its changes only if its session was read before.
await platform.session.get();
Object.assign(globalThis, { settings: createSettingsStore(platform, { store: webSettingsStorage() }) });
