import {
  anything,
  attributeNames,
  boolean,
  links,
  list,
  nullable,
  object,
  oneOf,
  open,
  optional,
  record,
  resource,
  string,
  type Resource,
} from '@platform-sdk/core/contract';
import type {
  AddedMember,
  AgentPass,
  ApiKey,
  InOrganization,
  Invitation,
  InvitationRole,
  LlmApiKey,
  Member,
  Organization,
  PendingInvitation,
  ProjectSummary,
  Role,
} from '../types.ts';

export const role = oneOf<Role>('OWNER', 'ADMIN', 'MEMBER', 'VIEWER');
export const invitationRole = oneOf<InvitationRole>('owner', 'admin', 'member', 'viewer');
export const inOrganization = object<InOrganization>({ organizationId: string });

const knownRole = open('OWNER', 'ADMIN', 'MEMBER', 'VIEWER');
const knownInvitationRole = open('owner', 'admin', 'member', 'viewer');
const maybe = optional(string);

export const member = resource<Member>('users', {
  email: maybe,
  firstName: maybe,
  lastName: maybe,
  role: optional(knownRole),
  createdAt: maybe,
});

/** What a resource has beside its attributes. */
const beside = { type: optional(oneOf('organization')), meta: object<{ can: Record<string, unknown> }>({ can: record(anything) }) };

export const organization = resource<Organization>('organization', {
  ...beside,
  name: string,
  currentUserRole: optional(knownRole),
  users: links(member),
  projects: links(resource<ProjectSummary>('project', { name: string, is_default: optional(boolean) })),
  organization_memberships: links(resource<Resource>('organization_memberships', {})),
});
export const addedMember = resource<AddedMember>('users', {
  email: maybe,
  role: optional(knownRole),
  orgRole: optional(knownInvitationRole),
});

const invited = {
  email: string,
  orgRole: optional(knownInvitationRole),
  projectRole: optional(nullable(knownInvitationRole)),
  projectId: optional(nullable(string)),
  invitedByUserId: maybe,
  createdAt: maybe,
  updatedAt: maybe,
};
export const invitation = resource<Invitation>('membershipInvitation', invited);
export const pendingInvitation = resource<PendingInvitation>('membershipInvitation', {
  ...invited,
  organizationName: maybe,
  status: optional(open('pending')),
});

export const apiKey = resource<ApiKey>('apiKey', {
  publicKey: string,
  encryptedSecretKey: string,
  note: optional(nullable(string)),
  expiresAt: optional(nullable(string)),
  projectId: maybe,
});

export const llmApiKey = resource<LlmApiKey>('llm_api_keys', {
  provider: string,
  displaySecretKey: maybe,
  customModels: optional(list(string)),
  withDefaultModels: optional(boolean),
  adapter: maybe,
  baseURL: optional(nullable(string)),
  createdAt: maybe,
  updatedAt: maybe,
  projectId: maybe,
});

export const agentPass = resource<AgentPass>('agentPass', {
  title: string,
  description: optional(nullable(string)),
  category: maybe,
  active: optional(boolean),
  credentialType: optional(open('api_key')),
  entityType: maybe,
  entityId: maybe,
  expiresAt: optional(nullable(string)),
});

export const memberNames = attributeNames('email firstName lastName role createdAt', 'convention');
export const addedNames = attributeNames('orgRole', 'convention');
export const sentInvitationNames = attributeNames('projectRole projectId invitedByUserId createdAt updatedAt', 'convention');
export const invitationNames = { ...attributeNames('orgRole', 'convention'), ...sentInvitationNames };
export const pendingNames = { ...invitationNames, ...attributeNames('organizationName status', 'convention') };
export const apiKeyNames = { ...attributeNames('note', 'published'), ...attributeNames('expiresAt projectId', 'convention') };
export const llmApiKeyNames = attributeNames(
  'provider displaySecretKey customModels withDefaultModels adapter baseURL createdAt updatedAt projectId',
  'convention',
);
export const agentPassNames = attributeNames('title description category active credentialType entityType entityId expiresAt', 'published');
