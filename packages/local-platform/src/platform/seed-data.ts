import type { OrganizationRole } from '@platform-sdk/organizations';
import type { SeedActivity } from '../services/agent-passes/seed.ts';
import type { SeedAnalytics } from '../services/analytics/seed.ts';
import type { SeedSubscription } from '../services/gateway/subscriptions.ts';
import type { SeedMemoryUser } from '../services/memory/seed.ts';
import type { SeedProject } from '../services/projects/records.ts';
import type { SeedWallet } from '../services/wallets/seed.ts';

/** An account to create. The account is already activated. */
export interface SeedAccount {
  readonly email: string;
  readonly password: string;
  /** The first name. Default: an empty string. */
  readonly firstName?: string;
  /** The last name. Default: an empty string. */
  readonly lastName?: string;
}

/** An organization to create, with its members and projects. */
export interface SeedOrganization {
  readonly name: string;
  /** The e-mail address of the owner's account. */
  readonly owner: string;
  /** Members in addition to the owner, by e-mail address. Default: none. */
  readonly members?: readonly { readonly email: string; readonly role: OrganizationRole }[];
  /** Projects, by name or with details. The first is the organization's default project. Default: none. */
  readonly projects?: readonly (string | SeedProject)[];
}

/** Data to add directly, without the checks of API calls. */
export interface SeedData {
  /** Accounts to create. Default: none. */
  readonly accounts?: readonly SeedAccount[];
  /** Organizations to create. Default: none. */
  readonly organizations?: readonly SeedOrganization[];
  /** Key pairs and traces of projects. Default: none. */
  readonly analytics?: readonly SeedAnalytics[];
  /** Credits to add to wallets. Default: none. */
  readonly wallets?: readonly SeedWallet[];
  /** Subscriptions of organizations. Default: none. */
  readonly subscriptions?: readonly SeedSubscription[];
  /** Past requests of agents, oldest first. Default: none. */
  readonly activity?: readonly SeedActivity[];
  /** Users of the memory service, with their memories. Default: none. */
  readonly memoryUsers?: readonly SeedMemoryUser[];
}

/** An account to sign in with. */
export interface SeededAccount extends SeedAccount {
  readonly id: string;
}

/** The created accounts and organizations, in input order. */
export interface SeedResult {
  readonly accounts: readonly SeededAccount[];
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
}
