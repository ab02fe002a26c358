import { createPlatform, type LogEvent, type Platform, type PlatformError, type PlatformOptions } from '@platform-sdk/core';
import { createSettingsStore, createSettingsClient, type SettingsStoreOptions } from '@platform-sdk/settings';
import { onTestFinished } from 'vitest';
import { type RecordingFetch, tokens } from '@platform-sdk/test-helpers';

export { failureOf, headersOf, json, jwt, recordingFetch, text, tokens } from '@platform-sdk/test-helpers';

/** Creates a platform without a signed-in user. */
export const platformOver = (fetch: typeof globalThis.fetch, options: PlatformOptions = {}): Platform =>
  createPlatform({
    apiKey: 'app-1',
    baseUrls: { auth: 'https://auth.test/v1', organizations: 'https://api.test/v1' },
    fetch,
    ...options,
  });

/** Creates a platform with a signed-in user, and its settings client. */
export const signedIn = async <Wire extends RecordingFetch>(wire: Wire, options: PlatformOptions = {}) => {
  const events: LogEvent[] = [];
  const platform = platformOver(wire.fetch, { logger: (event) => events.push(event), ...options });
  await platform.session.set(tokens('a'));
  return { platform, events, client: createSettingsClient(platform), wire };
};

/** Waits for 50 turns of the microtask queue, in which work without timers ends. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
};

/** Creates a settings store for a signed-in user, and disposes of the store after the test. */
export const settingsOver = async <Wire extends RecordingFetch>(
  wire: Wire,
  options: SettingsStoreOptions = {},
  more: PlatformOptions = {},
) => {
  const { platform, events } = await signedIn(wire, more);
  const settings = createSettingsStore(platform, options);
  onTestFinished(settings.dispose);
  const errors: PlatformError[] = [];
  settings.onError((error) => errors.push(error));
  let changes = 0;
  settings.subscribe(() => changes++);
  // After this wait, the store knows its user.
  await settled();
  return { settings, platform, events, errors, changes: () => changes, wire };
};

/** Creates a Web Storage that several tabs share. */
export const sharedStore = (content = new Map<string, string>()) => {
  const tabs = new Set<() => void>();
  return {
    content,
    /** Returns the storage of one tab. */
    tab: () => {
      let own: (() => void) | undefined;
      return {
        getItem: (key: string) => content.get(key) ?? null,
        setItem: (key: string, value: string) => {
          content.set(key, value);
          for (const tell of tabs) if (tell !== own) tell();
        },
        subscribe: (listener: () => void) => {
          own = listener;
          tabs.add(listener);
          return () => void tabs.delete(listener);
        },
      };
    },
    listeners: () => tabs.size,
  };
};

/** Creates the Web Storage of tabs in separate processes. Each tab reads its own writes immediately, and those of other tabs after `deliver`. */
export const lateStore = () => {
  const tabs: { readonly seen: Map<string, string>; onChange: (() => void) | undefined }[] = [];
  let written: { readonly by: object; readonly key: string; readonly value: string }[] = [];
  return {
    tab: () => {
      const own: (typeof tabs)[number] = { seen: new Map(), onChange: undefined };
      tabs.push(own);
      return {
        getItem: (key: string) => own.seen.get(key) ?? null,
        setItem: (key: string, value: string) => {
          own.seen.set(key, value);
          written.push({ by: own, key, value });
        },
        subscribe: (listener: () => void) => {
          own.onChange = listener;
          return () => (own.onChange = undefined);
        },
      };
    },
    /** Notifies every tab of the other tabs' writes, until no tab writes any more. Returns the number of writes. */
    deliver: () => {
      let count = 0;
      while (written.length > 0) {
        const writes = written;
        written = [];
        count += writes.length;
        for (const { key, value } of writes) for (const { seen } of tabs) seen.set(key, value);
        for (const { by } of writes) for (const tab of tabs) if (tab !== by) tab.onChange?.();
        if (count > 100) throw new Error('The tabs write against each other');
      }
      return count;
    },
  };
};

export const sidebar = {
  organizations: [
    {
      id: '0190f3a2-0000-7000-8000-000000000001',
      name: 'Acme',
      currentUserRole: 'OWNER',
      meta: { can: { organization: { manageSettings: true }, project: { create: true } } },
      pinned_items: [{ type: 'project', id: 11, name: 'First', position: 0 }],
      projects: [
        { id: 11, name: 'First', is_default: true },
        { id: 12, name: 'Second', is_default: false },
      ],
    },
  ],
};

/** Settings as the service returns them. */
export const answered = {
  sidebar,
  current_organization_id: '0190f3a2-0000-7000-8000-000000000001',
  current_project_id: 11,
  language: 'en',
  theme: 'light',
  sidebar_open: true,
};
