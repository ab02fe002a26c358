import type { Account } from '../world/accounts.ts';

/** A requested password reset. */
export interface ResetRecord {
  readonly account: Account;
  readonly expiresAt: number;
}

/** By token. */
export const resetRecords = (): Map<string, ResetRecord> => new Map();
