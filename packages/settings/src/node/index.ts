export { fileSettingsStore } from './file-settings-store.ts';
