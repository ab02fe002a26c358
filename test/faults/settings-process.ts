/** A process that changes settings, prints a line, and blocks until it is killed. */
import { writeSync } from 'node:fs';
import { createPlatform } from '@platform-sdk/core';
import { createSettingsStore } from '@platform-sdk/settings';
import { fileSettingsStorage } from '@platform-sdk/settings/node';

const [, , origin = '', directory = '', changes = '{}'] = process.argv;
const platform = createPlatform({ apiKey: 'planted-api-key-5f0c', baseUrls: { organizations: `${origin}/v1` } });
await platform.session.set({ id: 'user-1', accessToken: 'access-1', refreshToken: 'refresh-1' });
const settings = createSettingsStore(platform, { store: fileSettingsStorage(directory) });
settings.set(JSON.parse(changes) as object);
settings.pin({ organization_id: 5, pinned_project_ids: [2, 1] });
writeSync(1, 'set\n');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
