import { each, within, type Change, type Changeable } from './changed-platform.ts';

const ORGANIZATION = String.raw`/v1/organizations/[^/]+`;

/** Returns a change of a name. Without `path`, the change only affects the response. */
const renamed = (operation: string, where: string, name: string, ...[method = 'GET', path]: readonly string[]): Change => ({
  operation,
  kind: 'renamed',
  where,
  name,
  method,
  ...(path !== undefined && { path: new RegExp(`${path}$`) }),
});
const altered = (operation: string, kind: string, where: string, path: string, alter: (response: Changeable) => void): Change => ({
  operation,
  kind,
  where,
  path: new RegExp(`${path}$`),
  alter,
});
const first = ({ document }: Changeable): Record<string, unknown> => within(each(document['data'])[0]?.['attributes']);

/** The changes that drift must find. They do not affect each other. */
export const changes: readonly Change[] = [
  // Names.
  renamed('auth.login', 'username', 'login', 'POST', '/oauth/token'),
  renamed('auth.login', 'data.attributes.accessToken', 'access_token'),
  renamed('auth.tokenInfo', 'data.attributes.expiresIn', 'expires_in'),
  renamed('organizations.members.list', 'data.attributes.firstName', 'first_name'),
  renamed('organizations.members.list', 'data.attributes.createdAt', 'joinedAt'),
  renamed('organizations.invitations.list', 'data.attributes.orgRole', 'organization_role'),
  renamed('projects.list', 'has_wallet', 'hasWallet', 'GET', `${ORGANIZATION}/projects`),
  { ...renamed('projects.list', 'min_members', 'fewest', 'GET', `${ORGANIZATION}/projects`), kind: 'value' },
  renamed('projects.get', 'meta.secrets.publicKey', 'public_key'),
  renamed('projects.apiKeys.create', 'data.attributes.note', 'label', 'POST', '/api_keys'),
  renamed('agentPasses.create', 'agentPass', 'agent_pass', 'POST', '/agent_passes'),
  renamed('agentPasses.get', 'data.attributes.title', 'name'),
  renamed('wallets.transactions', 'data.attributes.created_at', 'posted_at'),
  renamed('analytics.traces.list', 'data.sessionId', 'session_id'),
  renamed('analytics.traces.list', 'data.totalCost', 'cost'),
  // Fields.
  altered('organizations.list', 'missing', 'data.attributes.name', '/v1/organizations', (response) => void delete first(response)['name']),
  altered('organizations.get', 'extra', 'data.attributes.vat_number', ORGANIZATION, ({ document }) => {
    if (document['data']) within(within(document['data'])['attributes'])['vat_number'] = 'GB123';
  }),
  altered('projects.list', 'type', 'data.attributes.is_default', `${ORGANIZATION}/projects`, (response) => {
    for (const { attributes } of each(response.document['data']))
      within(attributes)['is_default'] = String(within(attributes)['is_default']);
  }),
  altered(
    'projects.members.list',
    'extra',
    'data.attributes.avatar',
    '/projects/[^/]+/users',
    (response) => (first(response)['avatar'] = {}),
  ),
  altered('wallets.list', 'type', 'data.attributes.balance', '/v1/wallets', (response) => (first(response)['balance'] = '12.5')),
  altered('wallets.list', 'value', 'data.attributes.currency', '/v1/wallets', (response) => (first(response)['currency'] = 'EUR')),
  altered('settings.get', 'value', 'theme', '/user_settings', ({ document }) => (document['theme'] = 'sepia')),
  altered('settings.get', 'missing', 'sidebar_open', '/user_settings', ({ document }) => void delete document['sidebar_open']),
  altered('auth.validateEmail', 'missing', 'exists', '/users/validate/email', ({ document }) => void delete document['exists']),
  altered('memory.users.me', 'type', 'id', '/v1/users/me', ({ document }) => (document['id'] = 12)),
  altered('memory.sessions.list', 'renamed', 'sessions', '/v1/users/me/sessions', ({ document }) => {
    document['items'] = document['sessions'];
    delete document['sessions'];
  }),
  altered('memory.profile.get', 'type', 'facts', '/v1/users/me/profile', ({ document }) => (document['facts'] = null)),
  altered('memory.live', 'value', 'status', '/health/live', ({ document }) => (document['status'] = 'shaky')),
  altered('analytics.metrics.daily', 'type', 'data.countTraces', '/metrics/daily', ({ document }) => {
    for (const day of each(document['data'])) day['countTraces'] = String(day['countTraces']);
  }),
  altered('converter.health', 'extra', 'version', '/api/health', ({ document }) => (document['version'] = '2')),
  // Billed operations.
  {
    ...altered(
      'gateway.chat',
      'missing',
      'choices',
      '/gateway/v1/chat/completions',
      ({ status, document }) => void (status === 200 && delete document['choices']),
    ),
    method: 'POST',
  },
  {
    ...altered('search.search', 'renamed', 'results.content', '/v1/search', ({ document }) => {
      for (const result of each(document['results'])) {
        if (result['content'] === undefined) continue;
        result['page_content'] = result['content'];
        delete result['content'];
      }
    }),
    method: 'POST',
  },
  // Statuses, failures and headers.
  altered('organizations.apiKeys.list', 'status', 'the status', `${ORGANIZATION}/api_keys`, (response) => (response.status = 203)),
  altered('organizations.me.pendingInvitations', 'failed', 'the status', '/me/pending_invitations', (response) => {
    if (response.status === 200) response.status = 500;
  }),
  altered('wallets.get', 'status', 'the response to an unknown id', '/v1/wallets/[^/]+', (response) => {
    if (response.status === 404) response.status = 400;
  }),
  altered('agentPasses.get', 'error-form', 'the response to an unknown id', '/agent_passes/[^/]+', (response) => {
    if (response.status === 404) response.document = { fault: 'nothing here' };
  }),
  altered('analytics.traces.get', 'error-form', 'the response to an unknown id', '/traces/[^/]+', (response) => {
    if (response.status === 404) response.text = '<!doctype html><title>404</title>';
  }),
  altered('memory.sessions.history', 'error-form', 'the response to an unknown id', '/v1/session/[^/]+/history', ({ status, document }) => {
    if (status === 404) within(document['error'])['code'] = 'NO_SUCH_SESSION';
  }),
  altered('memory.health', 'header', 'content-type', '/memory/health', ({ headers }) => headers.set('content-type', 'text/plain')),
  altered('wallets.transfers.list', 'header', 'deprecation', '/wallet_transfers', ({ headers }) => headers.set('deprecation', 'true')),
  altered('memory.ready', 'header', 'sunset', '/ready', ({ headers }) => headers.set('sunset', 'Sat, 31 Dec 2039 23:59:59 GMT')),
];

/** Returns the names of the deployment in these changes. */
export const wireNamesIn = (given: readonly Change[]): Record<string, Record<string, string>> => {
  const names: Record<string, Record<string, string>> = {};
  for (const { operation, where, name } of given) if (name !== undefined) names[operation] = { ...names[operation], [where]: name };
  return names;
};
