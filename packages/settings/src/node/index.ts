export { fileSettingsStorage } from './file-settings-store.ts';
