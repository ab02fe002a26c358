import { UUID } from '@platform-sdk/core/internal';
import type { SettingsId } from './types.ts';

/** Converts an id to the form that the service accepts: a string for a UUID, an integer for digits, and null for anything else. */
export const toSettingsId = (id: unknown): SettingsId | null => {
  const text = String(id).trim();
  if (UUID.test(text)) return text;
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
};
