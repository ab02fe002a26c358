import {
  received,
  attributeNames,
  boolean,
  relationship,
  array,
  nullable,
  object,
  enumOf,
  openEnum,
  optional,
  record,
  resource,
  secret,
  string,
  type Resource,
} from '@platform-sdk/core/contract';
import type {
  OrganizationMemberAddResult,
  OrganizationAgentPass,
  OrganizationApiKey,
  OrganizationReference,
  OrganizationInvitation,
  OrganizationLlmApiKey,
  OrganizationMember,
  Organization,
  PendingInvitation,
  OrganizationProject,
} from '../types.ts';
import { ORGANIZATION_INVITATION_ROLES, ORGANIZATION_ROLES } from '../values.ts';

export const role = enumOf(...ORGANIZATION_ROLES);
export const invitationRole = enumOf(...ORGANIZATION_INVITATION_ROLES);
export const inOrganization = object<OrganizationReference>({ organizationId: string });

const knownRole = openEnum(...ORGANIZATION_ROLES);
const knownInvitationRole = openEnum(...ORGANIZATION_INVITATION_ROLES);
const maybe = optional(string);

const memberAttributes = { email: maybe, firstName: maybe, lastName: maybe, role: optional(knownRole), createdAt: maybe };
export const member = resource<OrganizationMember>('users', memberAttributes);

/** The fields of an organization that the JSON:API envelope contains outside `attributes`. */
const beside = { type: optional(enumOf('organization')), meta: object<{ can: Record<string, unknown> }>({ can: record(received) }) };

export const organization = resource<Organization>('organization', {
  ...beside,
  name: string,
  currentUserRole: optional(knownRole),
  users: relationship(member),
  projects: relationship(resource<OrganizationProject>('project', { name: string, is_default: optional(boolean) })),
  organization_memberships: relationship(resource<Resource>('organization_memberships', {})),
});
export const addedMember = resource<OrganizationMemberAddResult>('users', {
  ...memberAttributes,
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
export const invitation = resource<OrganizationInvitation>('membershipInvitation', invited);
export const pendingInvitation = resource<PendingInvitation>('membershipInvitation', {
  ...invited,
  organizationName: maybe,
  status: optional(openEnum('pending')),
});

export const apiKey = resource<OrganizationApiKey>('apiKey', {
  publicKey: string,
  encryptedSecretKey: secret(string),
  note: optional(nullable(string)),
  expiresAt: optional(nullable(string)),
  projectId: maybe,
});

export const llmApiKey = resource<OrganizationLlmApiKey>('llm_api_keys', {
  provider: maybe,
  displaySecretKey: maybe,
  customModels: optional(array(string)),
  withDefaultModels: optional(boolean),
  adapter: maybe,
  baseURL: optional(nullable(string)),
  createdAt: maybe,
  updatedAt: maybe,
  projectId: maybe,
});

const texts = optional(array(string));

export const agentPass = resource<OrganizationAgentPass>('agentPass', {
  title: maybe,
  description: optional(nullable(string)),
  assetType: maybe,
  category: maybe,
  active: optional(boolean),
  credentialType: optional(openEnum('api_key')),
  entityType: maybe,
  entityId: maybe,
  permissions: texts,
  scopes: texts,
  allowedReferers: texts,
  tags: texts,
  expiresAt: optional(nullable(string)),
  metadata: optional(record(received)),
});

export const memberNames = attributeNames('email firstName lastName role createdAt', 'convention');
export const addedNames = attributeNames('firstName lastName createdAt orgRole', 'convention');
export const sentInvitationNames = attributeNames('projectRole projectId invitedByUserId createdAt updatedAt', 'convention');
export const invitationNames = { ...attributeNames('orgRole', 'convention'), ...sentInvitationNames };
export const pendingNames = { ...invitationNames, ...attributeNames('organizationName status', 'convention') };
export const apiKeyNames = { ...attributeNames('note', 'published'), ...attributeNames('expiresAt projectId', 'convention') };
export const llmApiKeyNames = attributeNames(
  'provider displaySecretKey customModels withDefaultModels adapter baseURL createdAt updatedAt projectId',
  'convention',
);
export const agentPassNames = attributeNames(
  'title description assetType category active credentialType entityType entityId permissions scopes allowedReferers tags expiresAt metadata',
  'published',
);
