import type { Account } from '../world/accounts.ts';
import { store } from '../state/store.ts';

/** A password reset that was asked for. */
export interface ResetRecord {
  readonly account: Account;
  readonly expiresAt: number;
}

/** By token. */
export const resetRecords = store('password-resets', () => new Map<string, ResetRecord>());
