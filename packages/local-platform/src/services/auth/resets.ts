import { store } from '../../state/store.ts';

/** A requested password reset. */
export interface ResetRecord {
  readonly accountId: string;
  readonly expiresAt: number;
}

/** Resets, by token. */
export const resetRecords = store('password-resets', () => new Map<string, ResetRecord>());
