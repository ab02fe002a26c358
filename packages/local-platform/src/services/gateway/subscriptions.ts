import { inputError } from '@platform-sdk/core/internal';
import type { GatewayTier } from '@platform-sdk/gateway';
import type { FindOrganization } from '../organizations/records.ts';
import type { World } from '../../world/state.ts';
import { store } from '../../state/store.ts';

/** A subscription to add to an organization. */
export interface SeedSubscription {
  /** The name of the organization. */
  readonly of: string;
  readonly tier: Exclude<GatewayTier, 'free'>;
  /** False for an ended subscription. Default: true. */
  readonly active?: boolean;
}

interface SubscriptionRecord {
  readonly tier: GatewayTier;
  readonly active: boolean;
}

/** Subscriptions, by organization id. */
export const subscriptionRecords = store('subscriptions', () => new Map<string, SubscriptionRecord>());

export const subscriptionOf = (world: World, organizationId: string): SubscriptionRecord | undefined =>
  world.records(subscriptionRecords).get(organizationId);

/** Returns the tier of the active subscription, or the free tier if no subscription is active. */
export const tierOf = (world: World, organizationId: string): GatewayTier => {
  const found = subscriptionOf(world, organizationId);
  return found?.active ? found.tier : 'free';
};

export const seedSubscription = (world: World, find: FindOrganization, { of, tier, active = true }: SeedSubscription): void => {
  const organization = find(of);
  if (!organization) throw inputError(`seed: no organization is called ${of}: list it in organizations`, 'subscriptions');
  world.records(subscriptionRecords).set(organization.id, { tier, active });
};
