import { each, within, type Change, type Changeable } from './changed-platform.ts';

/** A difference between an environment and the API specification, and whether `platform-sdk local --like` adopts it. */
export interface EnvironmentChange extends Change {
  readonly title: string;
  /** The reason why a local platform does not adopt the change. Absent if it adopts the change. */
  readonly unadopted?: string;
}

const ORGANIZATION = String.raw`/v1/organizations/[^/]+`;
const attributes = ({ document }: Changeable): Record<string, unknown> => within(within(document['data'])['attributes']);
const first = ({ document }: Changeable): Record<string, unknown> => within(each(document['data'])[0]?.['attributes']);

type Alter = (response: Changeable) => void;

const change = (
  title: string,
  [operation, kind, where]: readonly [string, string, string],
  path: string,
  alter: Alter,
): EnvironmentChange => ({
  title,
  operation,
  kind,
  where,
  path: new RegExp(`${path}$`),
  alter,
});

/** Applies a change to successes only. */
const onSuccess =
  (alter: Alter): Alter =>
  (response) =>
    response.status < 300 && alter(response);

const onNotFound =
  (alter: Alter): Alter =>
  (response) =>
    response.status === 404 && alter(response);

const renamed = (title: string, operation: string, where: string, name: string, method?: string, path?: string): EnvironmentChange => ({
  title,
  operation,
  kind: 'renamed',
  where,
  name,
  ...(method !== undefined && { method }),
  ...(path !== undefined && { path: new RegExp(`${path}$`) }),
});

export const environmentChanges: readonly EnvironmentChange[] = [
  change('another status of a success', ['organizations.apiKeys.list', 'status', 'the status'], `${ORGANIZATION}/api_keys`, (response) => {
    response.status = 203;
  }),
  change(
    'an operation that always fails',
    ['organizations.me.pendingInvitations', 'failed', 'the status'],
    '/me/pending_invitations',
    onSuccess((response) => (response.status = 501)),
  ),
  change(
    'another status of a failure',
    ['wallets.get', 'status', 'the response to an unknown id'],
    '/v1/wallets/[^/]+',
    onNotFound((response) => (response.status = 400)),
  ),
  change(
    'another error body',
    ['agentPasses.get', 'error-form', 'the response to an unknown id'],
    '/agent_passes/[^/]+',
    onNotFound((response) => (response.document = { fault: 'nothing here', hint: 7 })),
  ),
  change(
    'an HTML page as a failure',
    ['analytics.traces.get', 'error-form', 'the response to an unknown id'],
    '/traces/[^/]+',
    onNotFound((response) => {
      response.text = '<!doctype html><title>404</title>';
      response.headers.set('content-type', 'text/html');
    }),
  ),
  change(
    'an additional field in an error body',
    ['organizations.get', '', ''],
    ORGANIZATION,
    onNotFound(({ document }) => each(document['errors']).map((error) => (error['trace'] = 'f00'))),
  ),
  change(
    'an unknown code of a failure',
    ['memory.sessions.history', 'error-form', 'the response to an unknown id'],
    '/v1/session/[^/]+/history',
    onNotFound(({ document }) => (within(document['error'])['code'] = 'NO_SUCH_SESSION')),
  ),
  change('an additional field at the top', ['converter.health', 'extra', 'version'], '/api/health', ({ document }) => {
    document['version'] = '2';
  }),
  change(
    'an additional attribute',
    ['organizations.get', 'extra', 'data.attributes.vat_number'],
    ORGANIZATION,
    onSuccess((response) => (attributes(response)['vat_number'] = 'GB123')),
  ),
  change(
    'an additional list in a list item',
    ['projects.members.list', 'extra', 'data.attributes.badges'],
    '/projects/[^/]+/users',
    onSuccess(({ document }) => each(document['data']).map((item) => (within(item['attributes'])['badges'] = [1, 2]))),
  ),
  renamed('another name in a response', 'analytics.traces.list', 'data.sessionId', 'session_id'),
  renamed('another name in a request', 'agentPasses.create', 'agentPass', 'agent_pass', 'POST', '/agent_passes'),
  change(
    'other keys of meta.can',
    ['organizations.get', '', ''],
    ORGANIZATION,
    onSuccess(({ document }) => {
      within(document['meta'])['can'] = { organization: { manageSettings: true, close: false }, project: { archive: true } };
    }),
  ),
  change('a required field that is missing', ['settings.get', 'missing', 'sidebar_open'], '/user_settings', ({ document }) => {
    delete document['sidebar_open'];
  }),
  change(
    'another type',
    ['projects.list', 'type', 'data.attributes.is_default'],
    `${ORGANIZATION}/projects`,
    onSuccess(({ document }) => {
      for (const item of each(document['data']))
        within(item['attributes'])['is_default'] = String(within(item['attributes'])['is_default']);
    }),
  ),
  change('another content type', ['memory.health', 'header', 'content-type'], '/memory/health', ({ headers }) => {
    headers.set('content-type', 'text/plain');
  }),
  change('an additional header', ['wallets.transfers.list', 'header', 'deprecation'], '/wallet_transfers', ({ headers }) => {
    headers.set('deprecation', 'true');
  }),
  {
    ...change(
      'an optional field that is missing',
      ['organizations.list', '', ''],
      '/v1/organizations',
      onSuccess(({ document }) => each(document['data']).map((item) => delete within(item['attributes'])['currentUserRole'])),
    ),
    unadopted: 'a report does not show whether the environment or its records lack it',
  },
  {
    ...change(
      'another type in one object',
      ['wallets.list', 'type', 'data.attributes.balance'],
      '/v1/wallets',
      onSuccess((response) => (first(response)['balance'] = '12.5')),
    ),
    unadopted: 'the report does not show which objects have which type',
  },
  {
    ...change('an unknown value', ['memory.live', 'value', 'status'], '/health/live', ({ document }) => {
      document['status'] = 'shaky';
    }),
    unadopted: 'a report contains no values',
  },
];
