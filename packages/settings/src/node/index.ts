export { fileSettingsStorage } from './file-settings-storage.ts';
