import { activityRecords, agentPassRecords, keyRecords } from '../agent-passes/records.ts';
import { analyticsRecords } from '../analytics/records.ts';
import { resetRecords } from '../auth/resets.ts';
import { siteRecords } from '../converter/records.ts';
import { subscriptionRecords } from '../gateway/subscriptions.ts';
import { memoryRecords } from '../memory/records.ts';
import { organizationRecords } from '../organizations/records.ts';
import { projectRecords } from '../projects/records.ts';
import { settingsRecords } from '../settings/records.ts';
import { ledgerRecords, transferRecords, walletRecords } from '../wallets/records.ts';
import { accountRecords } from '../world/accounts.ts';
import { sessionRecords } from '../world/sessions.ts';
import type { World } from '../world/state.ts';

/** The records of one kind, as the inspector shows them. */
export interface Resource {
  readonly name: string;
  /** By id, oldest first. */
  readonly read: (world: World) => ReadonlyMap<string, object>;
  /** The members that name a record to a person: the first that is a text. */
  readonly titles: readonly string[];
  /** The members that can be changed without breaking what else the platform keeps. Default: none. */
  readonly editable?: readonly string[];
}

/** A list as records by their places. */
const byPlace = (list: readonly object[]): ReadonlyMap<string, object> => new Map(list.map((item, index) => [String(index + 1), item]));

/** Records of records, by both keys. */
const flattened = (maps: ReadonlyMap<string, ReadonlyMap<string, object>>): ReadonlyMap<string, object> =>
  new Map([...maps].flatMap(([outer, inner]) => [...inner].map(([key, item]): [string, object] => [`${outer} ${key}`, item])));

/** The kinds of records, in the order of the inspector. */
export const resources: readonly Resource[] = [
  {
    name: 'accounts',
    read: (world) => world.records(accountRecords).accounts,
    titles: ['username'],
    editable: ['password', 'firstName', 'lastName', 'activationCode'],
  },
  { name: 'access-tokens', read: (world) => world.records(sessionRecords).accessTokens, titles: ['expiresAt'], editable: ['expiresAt'] },
  {
    name: 'refresh-tokens',
    read: (world) => world.records(sessionRecords).refreshTokens,
    titles: ['expiresAt'],
    editable: ['expiresAt', 'isUsed'],
  },
  { name: 'password-resets', read: (world) => world.records(resetRecords), titles: ['expiresAt'] },
  { name: 'organizations', read: (world) => world.records(organizationRecords).organizations, titles: ['name'], editable: ['name'] },
  { name: 'invitations', read: (world) => world.records(organizationRecords).invitations, titles: ['email'] },
  { name: 'subscriptions', read: (world) => world.records(subscriptionRecords), titles: ['tier'], editable: ['tier', 'active'] },
  { name: 'projects', read: (world) => world.records(projectRecords).projects, titles: ['name'], editable: ['name', 'tools', 'notebooks'] },
  { name: 'api-keys', read: (world) => world.records(projectRecords).apiKeys, titles: ['note', 'publicKey'], editable: ['note'] },
  { name: 'llm-api-keys', read: (world) => world.records(projectRecords).llmApiKeys, titles: ['provider'] },
  { name: 'key-pairs', read: (world) => world.records(analyticsRecords).keyPairs, titles: ['projectId'] },
  { name: 'settings', read: (world) => world.records(settingsRecords), titles: ['theme'], editable: ['theme', 'language', 'sidebar_open'] },
  {
    name: 'agent-passes',
    read: (world) => world.records(agentPassRecords),
    titles: ['title'],
    editable: ['title', 'description', 'active', 'expiresAt'],
  },
  {
    name: 'agent-pass-keys',
    read: (world) => new Map([...world.records(keyRecords)].map(([key, passId]) => [key, { passId }])),
    titles: ['passId'],
  },
  { name: 'agent-activity', read: (world) => byPlace(world.records(activityRecords)), titles: ['projectId'] },
  {
    name: 'wallets',
    read: (world) => world.records(walletRecords),
    titles: ['entity_name', 'purpose'],
    editable: ['entity_name', 'description'],
  },
  { name: 'transactions', read: (world) => world.records(ledgerRecords).transactions, titles: ['transaction_type'] },
  { name: 'transfers', read: (world) => world.records(transferRecords), titles: ['senderCode'] },
  { name: 'traces', read: (world) => flattened(world.records(analyticsRecords).traces), titles: ['name', 'timestamp'] },
  {
    name: 'memory-users',
    read: (world) => world.records(memoryRecords).users,
    titles: ['email'],
    editable: ['email', 'first_name', 'last_name', 'custom_attributes'],
  },
  { name: 'memory-tokens', read: (world) => world.records(memoryRecords).tokens, titles: ['name'] },
  {
    name: 'memory-sessions',
    read: (world) => world.records(memoryRecords).sessions,
    titles: ['title', 'app_id'],
    editable: ['title', 'metadata'],
  },
  { name: 'memories', read: (world) => world.records(memoryRecords).memories, titles: ['content'] },
  { name: 'profiles', read: (world) => world.records(memoryRecords).profiles, titles: ['updated_at'], editable: ['facts'] },
  { name: 'converted-pages', read: (world) => flattened(world.records(siteRecords)), titles: ['title', 'url'] },
];

/** Returns a record as JSON has it; bytes are shown by their size. */
export const plainOf = (value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (value instanceof Map) return plainOf(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map((item) => plainOf(item));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainOf(member)]));
};

/** The name of a record for people. */
export const titleOf = ({ titles }: Resource, record: Readonly<Record<string, unknown>>, id: string): string => {
  const found = titles.map((name) => record[name]).find((title) => title !== null && title !== undefined && title !== '');
  return found === undefined
    ? id
    : typeof found === 'number'
      ? new Date(found).toISOString()
      : JSON.stringify(found).replaceAll(/^"|"$/g, '');
};
