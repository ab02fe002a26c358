import {
  attributeNames,
  boolean,
  relationship,
  array,
  nullable,
  object,
  enumOf,
  openEnum,
  optional,
  resource,
  secret,
  string,
  type Resource,
  type SchemaData,
} from '@platform-sdk/core/contract';
import type { ProjectKeys } from '@platform-sdk/core';
import type {
  ProjectApiKey,
  ProjectApiKeyReference,
  ProjectMemberReference,
  ProjectReference,
  ProjectInvitation,
  ProjectLlmApiKey,
  ProjectMember,
  Project,
} from '../types.ts';
import { PROJECT_INVITATION_ROLES, PROJECT_ROLES } from '../values.ts';

export const role = enumOf(...PROJECT_ROLES);
export const invitationRole = enumOf(...PROJECT_INVITATION_ROLES);
export const place = { organizationId: string, projectId: string };
export const inProject = object<ProjectReference>(place);
export const inApiKey = object<ProjectApiKeyReference>({ ...place, apiKeyId: string });
export const inMembership = object<ProjectMemberReference>({ ...place, userId: string });

const knownRole = optional(openEnum(...PROJECT_ROLES));
const knownInvitationRole = optional(nullable(openEnum(...PROJECT_INVITATION_ROLES)));
const maybe = optional(string);
const maybeNull = optional(nullable(string));
const maybeSecret = secret(maybe);

/** Returns the schema of a `meta` with the given members. */
const meta = (properties: Readonly<Record<string, SchemaData>>) => ({ meta: { type: 'object', optional: true, properties } as const });

/** The schema of a resource's type, which may be missing outside a JSON:API envelope. */
const type = { type: optional(enumOf('project')) };

const apiKeyFields = { publicKey: string, encryptedSecretKey: maybeSecret, note: maybeNull, expiresAt: maybeNull };
export const apiKey = resource<ProjectApiKey>('apiKey', { ...apiKeyFields, ...meta({ secretKey: maybeSecret }) });

export const llmApiKey = resource<ProjectLlmApiKey>('llm_api_keys', {
  provider: maybe,
  displaySecretKey: maybe,
  customModels: optional(array(string)),
  withDefaultModels: optional(boolean),
  adapter: maybe,
  baseURL: maybeNull,
  createdAt: maybe,
  updatedAt: maybe,
});

export const member = resource<ProjectMember>('users', {
  email: maybe,
  firstName: maybe,
  lastName: maybe,
  role: knownRole,
  createdAt: maybe,
});

export const project = resource<Project>('project', {
  ...type,
  name: string,
  is_default: boolean,
  users: relationship(member),
  apiKeys: relationship(apiKey),
  llmApiKeys: relationship(llmApiKey),
  // In the unified asset format, a pass is a `studio_tool`.
  agentPasses: relationship(resource<Resource>('agentPass', {}), 'studio_tool'),
  ...meta({ secrets: optional(object<Partial<ProjectKeys>>({ publicKey: maybe, secretKey: maybeSecret })) }),
});

export const invitation = resource<ProjectInvitation>('membershipInvitation', {
  email: string,
  projectRole: knownInvitationRole,
  orgRole: knownInvitationRole,
  projectId: maybeNull,
  invitedByUserId: maybe,
  createdAt: maybe,
  updatedAt: maybe,
});

export const memberNames = attributeNames('email firstName lastName role createdAt', 'convention');
export const addedNames = { ...memberNames, ...attributeNames('email role orgRole', 'assumed') };
export const invitationNames = attributeNames('projectRole orgRole projectId invitedByUserId createdAt updatedAt', 'convention');
export const offerNames = { ...invitationNames, ...attributeNames('projectOnly', 'convention') };
export const apiKeyNames = { ...attributeNames('note', 'published'), ...attributeNames('expiresAt', 'convention') };
export const llmApiKeyNames = attributeNames(
  'provider secretKey customModels withDefaultModels displaySecretKey adapter baseURL createdAt updatedAt',
  'convention',
);
