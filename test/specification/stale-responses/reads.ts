import type { CallOptions, PlatformError } from '@platform-sdk/core';
import { methodIn, serviceMethods, wholeOf, type ServiceMethod } from '../../helpers/service-methods.ts';
import { agentUserId, type Actor, type Scene } from './actors.ts';

export type Members = Readonly<Record<string, unknown>>;

interface Wallet {
  readonly addressHash: string;
}

interface Session {
  readonly session_id: string;
}

interface Token {
  readonly id: string;
  readonly name?: string;
}

/** A read operation and its input. */
export interface Read {
  readonly method: ServiceMethod;
  readonly input: Members;
}

/** Returns true if responses can be cached: the operation is a read, and its response is not a stream. */
const isRead = ({ operation }: ServiceMethod): boolean => operation.retry === 'safe' && !('stream' in operation);

/** Returns true for a read that changes no other response. The service lists the reads of agents as their activities. */
export const isSilent = ({ operation }: ServiceMethod): boolean => operation.credentials !== 'agent';

/** All operations whose responses can be cached. */
export const readMethods: readonly ServiceMethod[] = serviceMethods.filter(isRead);

/** Input fields of each read, in addition to path parameters. Default: none. */
export const readInputs: Readonly<Record<string, readonly Members[]>> = {
  'auth.validateEmail': ['user-1@example.com', 'user-2@example.com'].map((email) => ({ email })),
  'auth.validatePhone': [
    { countryCode: '49', phoneNumber: '301234561' },
    { countryCode: '49', phoneNumber: '301234562' },
  ],
  'organizations.get': [{}, { include: ['users', 'projects', 'organization_memberships'] }],
  'projects.list': [{}, { sort: 'recent_activity' }, { has_wallet: true }, { has_tools: true }, { min_members: 2 }],
  'projects.get': [{}, { include: ['users', 'apiKeys', 'llmApiKeys', 'agentPasses'], secret: true }],
  'settings.get': [{}, { includes: ['dashboard'] }],
  'agent-passes.list': [{}, { active: true }],
  'agent-passes.activity.list': [{ agent_user_id: agentUserId }],
  'agent-passes.activity.metrics': [{ agent_user_id: agentUserId }],
  'wallets.list': [{}, { entity_type: 'project' }],
  'memory.memories.list': [{}, { app_id: 'other' }],
  'memory.sessions.list': [{}, { search: 'renamed' }],
};

/** The known values of path parameters. Values that belong together are in one object. */
export type Places = Readonly<Record<string, readonly Members[]>>;

const parametersOf = ({ operation }: ServiceMethod): string[] => [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Returns every read with every known id. */
export const readsOf = (places: Places): Read[] =>
  readMethods.flatMap((method) => {
    const parameters = parametersOf(method);
    const wanted = parameters.length > 0 ? (places[parameters.at(-1) as string] ?? []) : [{}];
    return wanted.flatMap((place) => {
      const values = Object.fromEntries(parameters.map((name) => [name, name === 'orgId' ? place['organizationId'] : place[name]]));
      return (readInputs[method.name] ?? [{}]).map((variant) => ({ method, input: { ...values, ...variant } }));
    });
  });

/** The response to a read: its value, or its error. */
export interface Reading {
  readonly text: string;
  readonly value?: unknown;
  readonly error?: PlatformError;
}

/** Sends a read as an actor. */
export const read = async ({ clients }: Actor, { method, input }: Read, options: CallOptions = {}): Promise<Reading> => {
  try {
    const value = await wholeOf(methodIn(clients, method)(input, options));
    return { value, text: JSON.stringify(value) };
  } catch (error) {
    const { kind, status, code } = error as PlatformError;
    return { error: error as PlatformError, text: JSON.stringify({ kind, status, code }) };
  }
};

/** The ids that actors can see. Inputs are made from these ids. */
export interface Known {
  readonly places: Places;
  readonly userIds: readonly string[];
}

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(({ id }: { id: string }) => id) : []);

/** The number of ids to keep for each kind. Only the newest ids stay, because a walk creates many records. */
const MAX_PLACES = 3;

/** Collects the ids of all records that at least one actor can see. The ids of removed records stay in the collection. */
export const explore = async ({ actors }: Scene, known: Map<string, Map<string, Members>>): Promise<Known> => {
  const add = (name: string, place: Members): void => {
    const group = known.get(name) ?? new Map<string, Members>();
    known.set(name, group.set(JSON.stringify(place), place));
  };
  const placesOf = (name: string): Members[] => [...(known.get(name)?.values() ?? [])];
  const named = (name: string): ServiceMethod => serviceMethods.find((each) => each.name === name) as ServiceMethod;
  for (const actor of actors) {
    const find = async (name: string, input: Members = {}): Promise<unknown> => (await read(actor, { method: named(name), input })).value;
    const list = async (name: string, field?: string): Promise<unknown[]> => {
      const found = (await find(name)) as Members | undefined;
      return ((field === undefined ? found : found?.[field]) ?? []) as unknown[];
    };
    for (const organization of (await list('organizations.list')) as Members[]) {
      const place = { organizationId: organization['id'] };
      add('organizationId', place);
      for (const projectId of idsIn(organization['projects'])) add('projectId', { ...place, projectId });
      for (const userId of idsIn(organization['users'])) add('userId', { userId });
      for (const invitationId of idsIn(await find('organizations.invitations.list', place)))
        add('invitationId', { ...place, invitationId });
    }
    for (const invitationId of idsIn(await find('organizations.me.pendingInvitations'))) add('ownInvitationId', { invitationId });
    for (const place of placesOf('projectId')) {
      const project = (await find('projects.get', { ...place, include: ['users', 'apiKeys', 'llmApiKeys', 'agentPasses'] })) as
        | Members
        | undefined;
      for (const userId of idsIn(project?.['users'])) add('userId', { userId });
      for (const apiKeyId of idsIn(project?.['apiKeys'])) add('apiKeyId', { ...place, apiKeyId });
      for (const apiKeyId of idsIn(project?.['llmApiKeys'])) add('llmApiKeyId', { ...place, apiKeyId });
      for (const passId of idsIn(project?.['agentPasses'])) add('passId', { ...place, passId });
      for (const invitationId of idsIn(await find('projects.invitations.list', place)))
        add('projectInvitationId', { ...place, invitationId });
    }
    for (const { addressHash } of (await list('wallets.list')) as Wallet[]) add('addressHash', { addressHash });
    for (const transferId of idsIn(await list('wallets.transfers.list', 'data'))) add('transferId', { transferId });
    for (const { session_id } of (await list('memory.sessions.list', 'sessions')) as Session[]) add('session_id', { session_id });
    for (const memory_id of idsIn(await list('memory.memories.list', 'memories'))) add('memory_id', { memory_id });
    // The token that the clients use is not collected, so that no write removes it.
    for (const { id: token_id, name } of (await list('memory.tokens.list', 'tokens')) as Token[])
      if (name !== 'Seeded Token') add('token_id', { token_id });
    for (const traceId of idsIn(await list('analytics.traces.list', 'data'))) add('traceId', { traceId });
  }
  return {
    places: Object.fromEntries([...known].map(([name, group]) => [name, [...group.values()].slice(-MAX_PLACES)])),
    userIds: placesOf('userId').map(({ userId }) => userId as string),
  };
};
