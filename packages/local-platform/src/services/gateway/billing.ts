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

/** The amounts that are reserved for responses in progress, in millionths of a credit, by wallet address. */
const reservations = transientStore('gateway-reservations', () => new Map<string, bigint>());

/** The payment for one response. */
export interface Payer {
  /** Debits the actual cost, or the remaining credits if they are lower. Releases the reservation. */
  settle(usage: Usage): void;
}

/** Bills nothing, because the provider bills the project's own key. */
export const nobody: Payer = { settle: () => undefined };

const costOf = (tokens: number, { creditsPerMillionTokens }: LocalModel): bigint => BigInt(tokens) * BigInt(creditsPerMillionTokens);

/** Returns the wallets to check, in order. */
const walletsFor = (world: World, { project, organization }: GatewayPlace): WalletRecord[] => {
  const owner = ownerOf(organization);
  return [
    ...walletsOf(world, 'project', project.id),
    ...walletsOf(world, 'organization', organization.id),
    ...(owner ? [ownWallet(world, owner.userId)] : []),
  ].filter(({ currency }) => currency === CREDITS);
};

/** Reserves the price of a number of tokens in the first wallet with enough credits. */
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
