import type { Account } from '../world/accounts.ts';

/** A password reset that was asked for. */
export interface ResetRecord {
  readonly account: Account;
  readonly expiresAt: number;
}

/** By token. */
export const resetRecords = (): Map<string, ResetRecord> => new Map();
