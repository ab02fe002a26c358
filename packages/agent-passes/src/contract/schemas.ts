import {
  anything,
  boolean,
  filled,
  list,
  nullable,
  object,
  oneOf,
  open,
  optional,
  record,
  resource,
  string,
  timestamp,
  type Confidence,
} from '@platform-sdk/core/contract';
import type { AgentPass, AgentPassUpdate, InAgentPass, IssuedAgentPass, NewAgentPass } from '../types.ts';

export const credentialType = optional(open('api_key'));

const maybe = optional(string);
const maybeNull = optional(nullable(string));
const texts = optional(list(string));

/** What is sent and answered in the same way. */
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
  title: string,
  assetType: optional(open('studio_tool')),
  category: optional(open('security')),
  entityType: optional(open('project')),
  active: optional(boolean),
  expiresAt: maybeNull,
  metadata: optional(record(anything)),
};

export const agentPass = resource<AgentPass>('agentPass', attributes);

const withKey = { ...attributes, meta: object<{ secretKey: string }>({ secretKey: filled }) };
export const issuedAgentPass = resource<IssuedAgentPass>('agentPass', withKey);

const settings = { ...shared, entityType: optional(oneOf('project')), expiresAt: optional(nullable(timestamp)) };
const project = { orgId: string, projectId: string };
const path = { ...project, passId: string };

export const inAgentPass = object<InAgentPass>(path);
export const newAgentPass = object<NewAgentPass>({ ...project, title: filled, ...settings });
export const agentPassUpdate = object<AgentPassUpdate>({ ...path, title: optional(filled), ...settings });

type Names = Readonly<Record<string, Confidence>>;

const under = (place: string, fields: object): Names =>
  Object.fromEntries(Object.keys(fields).map((name) => [`${place}.${name}`, 'published']));

/** Undocumented: how a pass is sent. */
export const sentNames: Names = { agentPass: 'convention', ...under('agentPass', { title: 0, ...settings }) };
/** Undocumented: how a pass is answered. */
export const answeredNames: Names = under('data.attributes', attributes);
/** Undocumented: how a pass is answered that has a new key. */
export const issuedNames: Names = { ...answeredNames, 'meta.secretKey': 'convention' };
