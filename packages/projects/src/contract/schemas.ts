import {
  attributeNames,
  boolean,
  filled,
  links,
  list,
  nullable,
  object,
  oneOf,
  open,
  optional,
  resource,
  string,
  type Resource,
  type SchemaData,
} from '@platform-sdk/core/contract';
import type { ProjectKeys } from '@platform-sdk/core';
import type { ApiKey, InApiKey, InMembership, InProject, Invitation, IssuedApiKey, LlmApiKey, Member, Project } from '../types.ts';

/** From the lowest up. */
export const roles = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const;
const invitationRoles = ['viewer', 'member', 'admin', 'owner'] as const;
export const role = oneOf(...roles);
export const invitationRole = oneOf(...invitationRoles);
export const place = { organizationId: string, projectId: string };
export const inProject = object<InProject>(place);
export const inApiKey = object<InApiKey>({ ...place, apiKeyId: string });
export const inMembership = object<InMembership>({ ...place, userId: string });

const knownRole = optional(open(...roles));
const knownInvitationRole = optional(nullable(open(...invitationRoles)));
const maybe = optional(string);
const maybeNull = optional(nullable(string));

/** Extras that have names. */
const meta = (properties: Readonly<Record<string, SchemaData>>) => ({ meta: { type: 'object', optional: true, properties } as const });

/** Which a bare resource may leave out. */
const type = { type: optional(oneOf('project')) };

const apiKeyFields = { publicKey: string, encryptedSecretKey: maybe, note: maybeNull, expiresAt: maybeNull };
export const apiKey = resource<ApiKey>('apiKey', { ...apiKeyFields, ...meta({ secretKey: maybe }) });
const withSecret = { ...apiKeyFields, meta: object<{ secretKey: string }>({ secretKey: filled }) };
export const issuedApiKey = resource<IssuedApiKey>('apiKey', withSecret);

export const llmApiKey = resource<LlmApiKey>('llm_api_keys', {
  provider: string,
  displaySecretKey: maybe,
  customModels: optional(list(string)),
  withDefaultModels: optional(boolean),
  adapter: maybe,
  baseURL: maybeNull,
  createdAt: maybe,
  updatedAt: maybe,
});

export const member = resource<Member>('users', {
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
  users: links(member),
  apiKeys: links(apiKey),
  llmApiKeys: links(llmApiKey),
  // In the unified asset format, a pass is a `studio_tool`.
  agentPasses: links(resource<Resource>('agentPass', {}), 'studio_tool'),
  ...meta({ secrets: optional(object<ProjectKeys>({ publicKey: string, secretKey: string })) }),
});

export const invitation = resource<Invitation>('membershipInvitation', {
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
