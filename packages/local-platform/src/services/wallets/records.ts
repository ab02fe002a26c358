import type { WalletEntityType, WalletPurpose, Transaction, Transfer } from '@platform-sdk/wallets';
import { createTable } from '../../world/table.ts';
import type { World } from '../../world/state.ts';
import { store } from '../../state/store.ts';

/** Holds funds, in millionths by asset. */
export interface Holder {
  readonly holdings: Map<string, bigint>;
}

/** A wallet. */
export interface WalletRecord extends Holder {
  readonly id: string;
  readonly addressHash: string;
  readonly entityType: WalletEntityType;
  readonly entityId: string;
  readonly purpose: WalletPurpose;
  readonly currency: string;
  entity_name?: string;
  description?: string;
}

const entityKey = ({ entityType, entityId }: Pick<WalletRecord, 'entityType' | 'entityId'>): string => `${entityType} ${entityId}`;

/** Wallets, by `addressHash`. */
export const walletRecords = store('wallets', () => createTable<WalletRecord, 'entity'>({ entity: (wallet) => [entityKey(wallet)] }));

/** A transfer request, with the codes that were sent to its users. */
export interface TransferRecord {
  readonly resource: Transfer & { from_wallet: string; to_wallet: string; amount: number; currency: string };
  readonly senderCode: string;
  recipientCode?: string;
}

/** Transfer requests by id, oldest first. */
export const transferRecords = store('transfers', () =>
  createTable<TransferRecord, 'wallet'>({ wallet: ({ resource: { from_wallet, to_wallet } }) => [from_wallet, to_wallet] }),
);

/** The two counterparties of wallets, and all transactions, oldest first. */
export const ledgerRecords = store('ledger', () => ({
  /** The source of credits and the target of debits. Its funds, the funds of all wallets and the funds of the exchange add up to zero. */
  outside: { holdings: new Map<string, bigint>() } satisfies Holder,
  /** Buys and sells assets in conversions. */
  exchange: { holdings: new Map<string, bigint>() } satisfies Holder,
  transactions: createTable<Transaction, 'wallet'>({ wallet: ({ from_wallet, to_wallet }) => [from_wallet, to_wallet] }),
}));

/** The owner and purpose of a new wallet. */
export type WalletEntity = Pick<WalletRecord, 'entityType' | 'entityId' | 'purpose'> &
  Partial<Pick<WalletRecord, 'currency' | 'entity_name'>>;

export const openWallet = (world: World, { currency = 'CREDITS', ...entity }: WalletEntity): WalletRecord => {
  const id = world.id();
  const addressHash = `0x${id.replaceAll('-', '').padStart(40, '0')}`;
  const wallet: WalletRecord = { id, addressHash, ...entity, currency, holdings: new Map() };
  world.records(walletRecords).set(addressHash, wallet);
  return wallet;
};

export const walletsOf = (world: World, entityType: WalletEntityType, entityId: string): WalletRecord[] =>
  world.records(walletRecords).by('entity', entityKey({ entityType, entityId }));

/** Returns a user's own wallet. The wallet is created at the first use. */
export const ownWallet = (world: World, userId: string): WalletRecord =>
  walletsOf(world, 'user', userId).find(({ purpose, currency }) => purpose === 'general' && currency === 'CREDITS') ??
  openWallet(world, { entityType: 'user', entityId: userId, purpose: 'general' });
