import { UUID } from '@platform-sdk/core/internal';
import type { SettingsId } from './types.ts';

/** Converts an id to its form in the settings: a UUID becomes a string, a number an integer, anything else null. */
export const toSettingsId = (id: unknown): SettingsId | null => {
  const text = String(id).trim();
  if (UUID.test(text)) return text;
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
};
