type Body = unknown;

const one = (type: string, attributes: object, more: object = {}): Body => ({ data: { id: '7', type, attributes, ...more } });
const many = (type: string, attributes: object, more: object = {}): Body => ({ data: [{ id: '7', type, attributes, ...more }] });
const session = one('session', { accessToken: 'access-1', refreshToken: 'refresh-1', email: 'a@b.c', firstName: 'Ada', lastName: 'King' });
const available = { valid: true, exists: false };
const organization = [
  'organization',
  { name: 'Engines', currentUserRole: 'OWNER' },
  { meta: { can: { 'organization.manageSettings': true, 'project.create': true } } },
] as const;
const project = ['project', { name: 'Loom', is_default: true }] as const;
const apiKey = ['apiKey', { publicKey: 'pk-1', encryptedSecretKey: 'e' }] as const;
const invitation = ['membershipInvitation', { email: 'a@b.c' }] as const;
const pass = ['studio_tool', {}] as const;
const wallet = [
  'wallet',
  { addressHash: '7', entityType: 'user', entityId: '7', purpose: 'general', currency: 'CREDITS', balance: 1 },
] as const;
const token = { access_token: 'token-1', token_type: 'Bearer' };
const facts = { user_id: '7', app_id: 'default', facts: {}, updated_at: '2026-01-31T00:00:00Z' };
const memorySession = { id: '7', user_id: '7', app_id: 'default', title: 'T', created_at: 'now', updated_at: 'now', metadata: {} };
const page = { total: 0, limit: 20, offset: 0 };
const choice = { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' };
const activity = {
  agent_user_id: '7',
  endpoint: '/organizations',
  http_method: 'GET',
  status_code: 200,
  client_ip: '::1',
  user_agent: 'a',
  started_at: 'now',
  completed_at: 'now',
  duration_ms: 1,
  success: true,
  activity_type: 'api_request',
  error_message: null,
};
const metrics = { total_requests: 1, success_count: 1, error_count: 0, avg_latency_ms: 1, p95_latency_ms: 1, unique_endpoints: 1 };
const settings = {
  sidebar: { organizations: [] },
  current_organization_id: 7,
  current_project_id: 7,
  language: 'en',
  theme: 'dark',
  sidebar_open: true,
};
const memoryUser = {
  id: '7',
  email: 'a@b.c',
  first_name: 'A',
  last_name: 'B',
  custom_attributes: {},
  is_active: true,
  created_at: 'now',
  has_api_key: false,
  api_key_preview: null,
};
const check = { status: 'healthy', latency_ms: 1 };
const job = (final: object): string => `log\n__JSON__${JSON.stringify(final)}`;

/**
 * The smallest responses that documents 1 to 3 of the API specification show for each operation, independently of the contracts. A string
 * is the body itself. `test/specification/empty-successes.test.ts` lists the operations without a documented response.
 */
export const DOCUMENTED_RESPONSES: Readonly<Record<string, readonly Body[]>> = {
  'auth POST /oauth/token': [session],
  // The API specification names no field for a missing session. Bodies without a session are sent with the status 201.
  'auth POST /users': [session, { activationRequired: true }, { activation_required: true }, { waits: true }],
  'auth POST /users/{userId}/activate/email': [session],
  'auth POST /users/{userId}/activate/phone': [session],
  'auth POST /oauth/token/refresh': [session],
  'auth GET /oauth/token/info': [{}, { sub: '7' }],
  'auth GET /users/validate/email': [available],
  'auth GET /users/validate/phone': [available],
  'organizations GET /organizations': [many(...organization), { data: [] }],
  'organizations POST /organizations': [one(...organization)],
  'organizations GET /organizations/{organizationId}': [one('organization', { name: 'Engines' }, { meta: { can: {} } })],
  'organizations PATCH /organizations/{organizationId}': [one(...organization)],
  'organizations GET /organizations/{organizationId}/users': [many('users', {}), []],
  'organizations GET /organizations/{organizationId}/invitations': [many(...invitation)],
  'organizations GET /me/pending_invitations': [many(...invitation)],
  'organizations GET /organizations/{organizationId}/api_keys': [many(...apiKey)],
  'organizations GET /organizations/{organizationId}/llm_api_keys': [many('llm_api_keys', {})],
  'organizations GET /organizations/{organizationId}/agent_passes': [many(...pass)],
  'projects GET /organizations/{organizationId}/projects': [many(...project)],
  'projects POST /organizations/{organizationId}/projects': [one(...project)],
  'projects GET /organizations/{organizationId}/projects/{projectId}': [one(...project)],
  'projects PATCH /organizations/{organizationId}/projects/{projectId}': [one(...project)],
  // The API specification only shows the resource, not the response.
  'projects POST /organizations/{organizationId}/projects/{projectId}/api_keys': [one(...apiKey)],
  'projects GET /organizations/{organizationId}/projects/{projectId}/users': [many('users', {})],
  'agent-passes POST /organizations/{orgId}/projects/{projectId}/agent_passes': [one(...pass)],
  'agent-passes GET /organizations/{orgId}/projects/{projectId}/agent_passes': [many(...pass)],
  'agent-passes GET /organizations/{orgId}/projects/{projectId}/agent_passes/{passId}': [one(...pass)],
  'agent-passes POST /organizations/{orgId}/projects/{projectId}/agent_passes/{passId}/rotate_key': [one(...pass)],
  'wallets GET /wallets': [many(...wallet)],
  'wallets POST /wallets/create_entity_wallet': [one(...wallet)],
  'wallets PUT /wallets/{addressHash}': [one(...wallet)],
  'wallets GET /wallets/{addressHash}/transactions': [many('transaction', {})],
  'wallets GET /wallet_transfers': [many('transfer', {})],
  'wallets GET /wallet_transfers/pending': [many('transfer', {})],
  'wallets GET /wallets/{addressHash}': [one(...wallet)],
  'agent-passes GET /oauth/agent/activity/logs': [{ data: [activity], meta: {} }, { logs: [] }, [activity]],
  'agent-passes GET /oauth/agent/activity/export': [[activity]],
  'agent-passes GET /oauth/agent/activity/metrics': [metrics],
  'settings GET /user_settings': [settings],
  'analytics GET /api/public/metrics/daily': [[], [{}]],
  'analytics GET /api/public/traces': [{ data: [{}], meta: {} }, []],
  'analytics GET /api/public/traces/{traceId}': [{ name: 'chat' }],
  'memory GET /v1/users/me': [memoryUser],
  'memory GET /health/live': [
    { status: 'healthy', checks: { database: check, cache: check, llm: { status: 'healthy' } }, timestamp: 'now' },
  ],
  'memory POST /v1/chat': [{ message_id: '7', content: 'Hello', usage: { tokens_in: 1, tokens_out: 1 }, cost_usd: 0, model: 'm' }],
  'memory POST /a2a/conversation/create': [{ envelope: {}, session_id: '7', created_at: 'now' }],
  'memory POST /v1/users': [token],
  'memory PUT /v1/users/me/api-key': [{ message: 'Stored', has_api_key: false, api_key_preview: null }],
  'memory POST /v1/users/me/tokens': [token],
  'memory GET /v1/users/me/tokens': [{ tokens: [{ id: '7', name: 'N', token_prefix: 'p_', last_used_at: null, created_at: 'now' }] }],
  'memory GET /v1/users/me/sessions': [
    { sessions: [], ...page },
    { sessions: [{ ...memorySession, message_count: 1 }], ...page },
  ],
  'memory GET /v1/users/me/profile': [facts],
  'memory PATCH /v1/users/me/profile': [facts],
  'memory POST /v1/users/me/profile/extract': [{ facts: {} }],
  'memory GET /health': [{ status: 'ok' }],
  'memory GET /ready': [{ ready: true, message: 'Ready' }],
  'memory POST /v1/session': [{ session_id: '7', created_at: 'now' }],
  'memory GET /v1/session/{session_id}': [memorySession],
  'memory PATCH /v1/session/{session_id}': [memorySession],
  'memory GET /v1/session/{session_id}/history': [{ session_id: '7', messages: [] }],
  'memory POST /v1/memory/search': [{ results: [], ...page }],
  'memory GET /v1/memory/me': [{ memories: [], ...page }],
  'memory DELETE /v1/memory/{memory_id}': [{ success: true, message: 'Removed' }],
  'memory DELETE /v1/memory/user/all': [{ success: true, deleted_count: 1 }],
  'memory GET /v1/memory/duplicates': [{ groups: [], total_duplicates: 0 }],
  'memory POST /v1/memory/deduplicate': [{ success: true, deleted_count: 0, groups_merged: 0 }],
  'upload POST /v1/upload': [
    { file_id: '7', filename: 'a.txt', extracted_text: 'Text', metadata: { pages: 1, has_images: false } },
    { file_id: '7', original_text: 'Text', translated_text: 'Texte', source_language: 'en', target_language: 'fr' },
  ],
  'search POST /v1/search': [{ answer: 'Yes', sources: [{ title: 'T', url: 'https://a.test/' }] }, { found: [] }],
  'search POST /v1/chat/completions': [{ choices: [choice] }],
  'converter GET /api/health': [{ status: 'ok', time: 'now' }],
  'converter POST /api/convert': [job({ markdown: '# A' })],
  'converter POST /api/batch': [job({ results: [] })],
  'converter POST /api/crawl': [job({ success: true })],
  'gateway POST /chat/completions': [
    {
      id: '7',
      object: 'chat.completion',
      created: 1,
      model: 'acme/sage',
      choices: [choice],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    },
  ],
};
