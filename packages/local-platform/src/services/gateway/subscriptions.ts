import { inputError } from '@platform-sdk/core/internal';
import type { GatewayTier } from '@platform-sdk/gateway';
import type { FindOrganization } from '../organizations/records.ts';
import type { World } from '../../world/state.ts';
import { store } from '../../state/store.ts';

/** A subscription of an organization. Without one, there is none. */
export interface SeedSubscription {
  /** The name of an organization. */
  readonly of: string;
  readonly tier: Exclude<GatewayTier, 'free'>;
  /** False for a subscription that has ended. Default: true. */
  readonly active?: boolean;
}

interface SubscriptionRecord {
  readonly tier: GatewayTier;
  readonly active: boolean;
}

/** By the organization's id. */
export const subscriptionRecords = store('subscriptions', () => new Map<string, SubscriptionRecord>());

export const subscriptionOf = (world: World, organizationId: string): SubscriptionRecord | undefined =>
  world.records(subscriptionRecords).get(organizationId);

/** Without an active subscription, the free tier. */
export const tierOf = (world: World, organizationId: string): GatewayTier => {
  const found = subscriptionOf(world, organizationId);
  return found?.active ? found.tier : 'free';
};

export const seedSubscription = (world: World, find: FindOrganization, { of, tier, active = true }: SeedSubscription): void => {
  const organization = find(of);
  if (!organization) throw inputError(`seed: no organization is called ${of}: list it in organizations`, 'subscriptions');
  world.records(subscriptionRecords).set(organization.id, { tier, active });
};
