import { activityRecords, agentPassRecords, keyRecords } from '../services/agent-passes/records.ts';
import { analyticsRecords, traceRecords } from '../services/analytics/records.ts';
import { resetRecords } from '../services/auth/resets.ts';
import { siteRecords } from '../services/converter/records.ts';
import { subscriptionRecords } from '../services/gateway/subscriptions.ts';
import { memoryRecords } from '../services/memory/records.ts';
import { organizationRecords } from '../services/organizations/records.ts';
import { projectRecords } from '../services/projects/records.ts';
import { settingsRecords } from '../services/settings/records.ts';
import { ledgerRecords, transferRecords, walletRecords } from '../services/wallets/records.ts';
import { accountRecords } from '../world/accounts.ts';
import { sessionRecords } from '../world/sessions.ts';
import type { World } from '../world/state.ts';

type Entry = readonly [id: string, record: object];

/** The records of one kind by id, oldest first. */
interface Records {
  readonly count: (world: World) => number;
  readonly entries: (world: World) => Iterable<Entry>;
  readonly get: (world: World, id: string) => object | undefined;
}

/** The records of one kind, as the inspector shows them. */
export interface Resource extends Records {
  readonly name: string;
  /** The fields that can be a record's title. The inspector shows the first of these fields that is not empty. */
  readonly titles: readonly string[];
  /** The fields that can be changed without breaking other records. Default: none. */
  readonly editable?: readonly string[];
  /** The allowed values of enumerated fields. Default: none. */
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
}

const ofMap = (read: (world: World) => ReadonlyMap<string, object>): Records => ({
  count: (world) => read(world).size,
  entries: read,
  get: (world, id) => read(world).get(id),
});

/** Describes records that are stored in groups. The id of a record consists of the group's id and the id within the group. */
const ofGroups = (read: (world: World) => ReadonlyMap<string, ReadonlyMap<string, object> | readonly object[]>): Records => ({
  count(world) {
    let count = 0;
    for (const group of read(world).values()) count += Array.isArray(group) ? group.length : (group as ReadonlyMap<string, object>).size;
    return count;
  },
  *entries(world) {
    for (const [name, group] of read(world)) for (const [id, record] of group.entries()) yield [`${name} ${id}`, record];
  },
  get(world, id) {
    for (const [key, record] of this.entries(world)) if (key === id) return record;
    return undefined;
  },
});

/** The kinds of records, in the inspector's order. */
export const resources: readonly Resource[] = [
  {
    name: 'accounts',
    ...ofMap((world) => world.records(accountRecords).accounts),
    titles: ['username'],
    editable: ['password', 'firstName', 'lastName', 'activationCode'],
  },
  {
    name: 'access-tokens',
    ...ofMap((world) => world.records(sessionRecords).accessTokens),
    titles: ['expiresAt'],
    editable: ['expiresAt'],
  },
  {
    name: 'refresh-tokens',
    ...ofMap((world) => world.records(sessionRecords).refreshTokens),
    titles: ['expiresAt'],
    editable: ['expiresAt', 'isUsed'],
    values: { isUsed: [true, false] },
  },
  { name: 'password-resets', ...ofMap((world) => world.records(resetRecords)), titles: ['expiresAt'] },
  { name: 'organizations', ...ofMap((world) => world.records(organizationRecords).organizations), titles: ['name'], editable: ['name'] },
  { name: 'invitations', ...ofMap((world) => world.records(organizationRecords).invitations), titles: ['email'] },
  {
    name: 'subscriptions',
    ...ofMap((world) => world.records(subscriptionRecords)),
    titles: ['tier'],
    editable: ['tier', 'active'],
    values: { tier: ['free', 'pro', 'enterprise'] },
  },
  {
    name: 'projects',
    ...ofMap((world) => world.records(projectRecords).projects),
    titles: ['name'],
    editable: ['name', 'tools', 'notebooks'],
  },
  { name: 'api-keys', ...ofMap((world) => world.records(projectRecords).apiKeys), titles: ['note', 'publicKey'], editable: ['note'] },
  { name: 'llm-api-keys', ...ofMap((world) => world.records(projectRecords).llmApiKeys), titles: ['provider'] },
  { name: 'key-pairs', ...ofMap((world) => world.records(analyticsRecords).keyPairs), titles: ['projectId'] },
  {
    name: 'settings',
    ...ofMap((world) => world.records(settingsRecords)),
    titles: ['theme'],
    editable: ['theme', 'language', 'sidebar_open'],
    values: { theme: ['light', 'dark'] },
  },
  {
    name: 'agent-passes',
    ...ofMap((world) => world.records(agentPassRecords)),
    titles: ['title'],
    editable: ['title', 'description', 'active', 'expiresAt'],
  },
  {
    name: 'agent-pass-keys',
    ...ofMap((world) => world.records(keyRecords)),
    titles: ['passId'],
  },
  { name: 'agent-activity', ...ofGroups((world) => world.records(activityRecords)), titles: ['projectId'] },
  {
    name: 'wallets',
    ...ofMap((world) => world.records(walletRecords)),
    titles: ['entity_name', 'purpose'],
    editable: ['entity_name', 'description'],
  },
  { name: 'transactions', ...ofMap((world) => world.records(ledgerRecords).transactions), titles: ['transaction_type'] },
  { name: 'transfers', ...ofMap((world) => world.records(transferRecords)), titles: ['senderCode'] },
  { name: 'traces', ...ofGroups((world) => world.records(traceRecords)), titles: ['name', 'timestamp'] },
  {
    name: 'memory-users',
    ...ofMap((world) => world.records(memoryRecords).users),
    titles: ['email'],
    editable: ['email', 'first_name', 'last_name', 'custom_attributes'],
  },
  { name: 'memory-tokens', ...ofMap((world) => world.records(memoryRecords).tokens), titles: ['name'] },
  {
    name: 'memory-sessions',
    ...ofMap((world) => world.records(memoryRecords).sessions),
    titles: ['title', 'app_id'],
    editable: ['title', 'metadata'],
  },
  { name: 'memories', ...ofMap((world) => world.records(memoryRecords).memories), titles: ['content'] },
  { name: 'profiles', ...ofMap((world) => world.records(memoryRecords).profiles), titles: ['updated_at'], editable: ['facts'] },
  { name: 'converted-pages', ...ofGroups((world) => world.records(siteRecords)), titles: ['title', 'url'] },
];

/** Converts a record to JSON. Bytes are replaced with their size. */
export const plainOf = (value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (value instanceof Map) return plainOf(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map((item) => plainOf(item));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainOf(member)]));
};

export const titleOf = ({ titles }: Resource, record: Readonly<Record<string, unknown>>, id: string): string => {
  const found = titles.map((name) => record[name]).find((title) => title !== null && title !== undefined && title !== '');
  return found === undefined
    ? id
    : typeof found === 'number'
      ? new Date(found).toISOString()
      : JSON.stringify(found).replaceAll(/^"|"$/g, '');
};
