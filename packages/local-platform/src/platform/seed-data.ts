import type { OrganizationRole } from '@platform-sdk/organizations';
import type { SeedActivity } from '../services/agent-passes/seed.ts';
import type { SeedAnalytics } from '../services/analytics/seed.ts';
import type { SeedSubscription } from '../services/gateway/subscriptions.ts';
import type { SeedMemoryUser } from '../services/memory/seed.ts';
import type { FieldsOf } from '../options/check-fields.ts';
import type { SeedProject } from '../services/projects/records.ts';
import type { SeedWallet } from '../services/wallets/seed.ts';

/** An account to create, activated from the start. */
export interface SeedAccount {
  readonly email: string;
  readonly password: string;
  /** The first name. Default: an empty text. */
  readonly firstName?: string;
  /** The last name. Default: an empty text. */
  readonly lastName?: string;
}

/** An organization to create, with its members and projects. */
export interface SeedOrganization {
  readonly name: string;
  /** The e-mail address of an account. */
  readonly owner: string;
  /** Members beside the owner, by the e-mail addresses of their accounts. Default: none. */
  readonly members?: readonly { readonly email: string; readonly role: OrganizationRole }[];
  /** Projects, by name or with their numbers; the first is the organization's default project. Default: none. */
  readonly projects?: readonly (string | SeedProject)[];
}

/** Data to add at once, without the checks of calls. */
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
  /** Requests of agents in the past, oldest first. Default: none. */
  readonly activity?: readonly SeedActivity[];
  /** Users of the memory service, with their memories. Default: none. */
  readonly memoryUsers?: readonly SeedMemoryUser[];
}

/** An account to sign in with. */
export interface SeededAccount extends SeedAccount {
  readonly id: string;
}

/** The created accounts and organizations, in the order of the input. */
export interface SeedResult {
  readonly accounts: readonly SeededAccount[];
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
}

/** The fields of seeds. Free-form values, such as `metadata`, may contain any. */
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
