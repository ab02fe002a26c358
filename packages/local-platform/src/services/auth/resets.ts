import { store } from '../../state/store.ts';

export interface ResetRecord {
  readonly accountId: string;
  readonly expiresAt: number;
}

/** Resets, by token. */
export const resetRecords = store('password-resets', () => new Map<string, ResetRecord>());
