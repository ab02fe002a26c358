import type { Usage } from '@platform-sdk/gateway';
import { toAmount } from '../wallets/amounts.ts';
import { debit, held } from '../wallets/ledger.ts';
import { ownWallet, walletsOf, type WalletRecord } from '../wallets/records.ts';
import { ownerOf } from '../organizations/roles.ts';
import type { World } from '../../world/state.ts';
import type { GatewayPlace } from './access.ts';
import type { LocalModel } from '../../options/gateway.ts';
import { decline } from './refusal.ts';
import { transientStore } from '../../state/store.ts';

const CREDITS = 'CREDITS';

/** The most that responses in progress may still cost, in millionths, by the wallet's address. */
const reservations = transientStore('gateway-reservations', () => new Map<string, bigint>());

/** The payer of a response. */
export interface Payer {
  /** Debits the used amount, and releases the rest of the reservation. */
  settle(usage: Usage): void;
}

/** Costs nothing: the user's own key pays elsewhere. */
export const nobody: Payer = { settle: () => undefined };

const costOf = (tokens: number, { creditsPerMillionTokens }: LocalModel): bigint => BigInt(tokens) * BigInt(creditsPerMillionTokens);

/** The wallets to check, in order. */
const walletsFor = (world: World, { project, organization }: GatewayPlace): WalletRecord[] => {
  const owner = ownerOf(organization);
  return [
    ...walletsOf(world, 'project', project.id),
    ...walletsOf(world, 'organization', organization.id),
    ...(owner ? [ownWallet(world, owner.userId)] : []),
  ].filter(({ currency }) => currency === CREDITS);
};

/** Reserves the price of so many tokens in the first wallet that holds enough. */
export const reserve = (world: World, place: GatewayPlace, model: LocalModel, tokens: number): Payer => {
  const reserved = world.records(reservations);
  const cost = costOf(tokens, model);
  const free = (wallet: WalletRecord): bigint => held(wallet, CREDITS) - (reserved.get(wallet.addressHash) ?? 0n);
  const wallets = walletsFor(world, place);
  const wallet =
    wallets.find((each) => free(each) >= cost) ??
    decline(402, 'INSUFFICIENT_CREDITS', 'Insufficient credits in all wallets.', {
      required_amount: toAmount(cost),
      checked_wallets: wallets.map((each) => ({
        addressHash: each.addressHash,
        entityType: each.entityType,
        currency: CREDITS,
        balance: toAmount(free(each)),
      })),
    });
  const { addressHash } = wallet;
  const keep = (units: bigint): void => void reserved.set(addressHash, (reserved.get(addressHash) ?? 0n) + units);
  keep(cost);
  return {
    settle(usage) {
      keep(-cost);
      const [asked, there] = [costOf(usage.total_tokens, model), held(wallet, CREDITS)];
      const due = asked < there ? asked : there;
      const metadata = { model: model.id, ...usage };
      if (due > 0n) debit(world, wallet, CREDITS, toAmount(due), { metadata });
    },
  };
};
