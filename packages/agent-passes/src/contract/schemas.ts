import {
  unknown,
  boolean,
  nonEmptyString,
  array,
  nullable,
  object,
  enumOf,
  extensible,
  openEnum,
  optional,
  record,
  resource,
  secret,
  string,
  timestamp,
  type Confidence,
} from '@platform-sdk/core/contract';
import type { AgentPass, AgentPassUpdateInput, AgentPassReference, AgentPassWithKey, AgentPassCreateInput } from '../types.ts';

export const credentialType = optional(openEnum('api_key'));

const maybe = optional(string);
const maybeNull = optional(nullable(string));
const texts = optional(array(string));

/** The fields that have the same schema in requests and responses. */
const shared = {
  description: maybeNull,
  permissions: texts,
  scopes: texts,
  allowedReferers: texts,
  credentialType,
  tags: texts,
  entityId: maybe,
};

const attributes = {
  ...shared,
  title: optional(string),
  assetType: optional(openEnum('studio_tool')),
  category: optional(openEnum('security')),
  entityType: optional(openEnum('project')),
  active: optional(boolean),
  expiresAt: maybeNull,
  metadata: optional(record(unknown)),
};

export const agentPass = resource<AgentPass>('agentPass', attributes);

const withKey = { ...attributes, meta: optional(extensible(object<{ secretKey?: string }>({ secretKey: secret(maybe) }))) };
export const issuedAgentPass = resource<AgentPassWithKey>('agentPass', withKey);

const settings = { ...shared, entityType: optional(enumOf('project')), expiresAt: optional(nullable(timestamp)) };
const project = { orgId: string, projectId: string };
const path = { ...project, passId: string };

export const inAgentPass = object<AgentPassReference>(path);
export const newAgentPass = object<AgentPassCreateInput>({ ...project, title: nonEmptyString, ...settings });
export const agentPassUpdate = object<AgentPassUpdateInput>({ ...path, title: optional(nonEmptyString), ...settings });

type Names = Readonly<Record<string, Confidence>>;

const under = (place: string, fields: object): Names =>
  Object.fromEntries(Object.keys(fields).map((name) => [`${place}.${name}`, 'published']));

/** Undocumented names of a pass in a request. */
export const sentNames: Names = { agentPass: 'convention', ...under('agentPass', { title: 0, ...settings }) };
/** Undocumented names of a pass in a response. */
export const answeredNames: Names = under('data.attributes', attributes);
export const issuedNames: Names = { ...answeredNames, 'meta.secretKey': 'convention' };
