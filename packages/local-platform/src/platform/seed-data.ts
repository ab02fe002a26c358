import type { OrganizationRole } from '@platform-sdk/organizations';
import type { SeedActivity } from '../services/agent-passes/seed.ts';
import type { SeedAnalytics } from '../services/analytics/seed.ts';
import type { SeedSubscription } from '../services/gateway/subscriptions.ts';
import type { SeedMemoryUser } from '../services/memory/seed.ts';
import type { FieldsOf } from '../options/check-fields.ts';
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

/** The fields of seed data. Free-form values such as `metadata` may contain any field. */
export const SEED_FIELDS: FieldsOf<SeedData> = {
  accounts: { email: true, password: true, firstName: true, lastName: true },
  organizations: {
    name: true,
    owner: true,
    members: { email: true, role: true },
    projects: { name: true, tools: true, notebooks: true },
  },
  analytics: {
    projectId: true,
    keys: { publicKey: true, secretKey: true },
    traces: {
      id: true,
      timestamp: true,
      name: true,
      input: true,
      output: true,
      sessionId: true,
      release: true,
      version: true,
      userId: true,
      metadata: true,
      tags: true,
      public: true,
      environment: true,
      observations: {
        model: true,
        inputUsage: true,
        outputUsage: true,
        totalCost: true,
        seconds: true,
        id: true,
        type: true,
        name: true,
        startTime: true,
        completionStartTime: true,
        parentObservationId: true,
        level: true,
        statusMessage: true,
        version: true,
        environment: true,
        input: true,
        output: true,
        metadata: true,
        modelId: true,
        modelParameters: true,
        promptId: true,
        promptName: true,
        promptVersion: true,
        usageDetails: true,
        costDetails: true,
        inputPrice: true,
        outputPrice: true,
        totalPrice: true,
        calculatedInputCost: true,
        calculatedOutputCost: true,
      },
      scores: {
        id: true,
        name: true,
        value: true,
        traceId: true,
        observationId: true,
        source: true,
        timestamp: true,
        createdAt: true,
        updatedAt: true,
        authorUserId: true,
        comment: true,
        metadata: true,
        configId: true,
        queueId: true,
        environment: true,
      },
    },
  },
  wallets: { of: true, credits: true, at: true },
  activity: { of: true, project: true, agentUserId: true, at: true, endpoint: true, method: true, status: true, durationMs: true },
  subscriptions: { of: true, tier: true, active: true },
  memoryUsers: {
    id: true,
    email: true,
    token: true,
    gatewayKey: true,
    memories: { content: true, importance: true, daysOld: true, app_id: true },
  },
};
