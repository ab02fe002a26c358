import { inputError } from '@platform-sdk/core/internal';
import { accountOf } from '../../world/accounts.ts';
import type { FindOrganization } from '../organizations/records.ts';
import type { World } from '../../world/state.ts';
import { credit, debit } from './ledger.ts';
import { ownWallet, walletsOf, type WalletRecord } from './records.ts';

/** Credits to add to the wallet of an account or organization. */
export interface SeedWallet {
  /** The e-mail address of the account, or the name of the organization. */
  readonly of: string;
  /** The amount to add. Negative amounts remove credits. */
  readonly credits: number;
  /** The time of the transaction, in ISO 8601. Default: now. */
  readonly at?: string;
}

export const seedWallet = (world: World, find: FindOrganization, { of, credits, at }: SeedWallet): void => {
  const wallet = walletNamed(world, find, of);
  if (!wallet)
    throw inputError(`seed: neither an account nor an organization is called ${of}: list it in accounts or organizations`, 'wallets');
  if (credits < 0) debit(world, wallet, 'CREDITS', -credits, { at });
  else credit(world, wallet, 'CREDITS', credits, { at });
};

const walletNamed = (world: World, find: FindOrganization, name: string): WalletRecord | undefined => {
  const account = accountOf(world, name);
  if (account) return ownWallet(world, account.id);
  const organization = find(name);
  return organization && walletsOf(world, 'organization', organization.id)[0];
};
