import type { World } from '../world.ts';

/** A wallet. */
export interface WalletRecord {
  readonly id: string;
  readonly addressHash: string;
  readonly entityType: 'user' | 'organization' | 'project';
  readonly entityId: string;
  readonly purpose: string;
  readonly currency: string;
  balance: number;
}

/** By `addressHash`. */
const walletRecords = (): Map<string, WalletRecord> => new Map();

export const openWallet = (world: World, entity: Pick<WalletRecord, 'entityType' | 'entityId' | 'purpose'>): WalletRecord => {
  const id = world.id();
  const wallet: WalletRecord = {
    id,
    addressHash: `0x${id.replaceAll('-', '').padStart(40, '0')}`,
    ...entity,
    currency: 'CREDITS',
    balance: 0,
  };
  world.records(walletRecords).set(wallet.addressHash, wallet);
  return wallet;
};
