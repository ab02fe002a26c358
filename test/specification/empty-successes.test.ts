import { describe, expect, it } from 'vitest';
import documented from './documented-operations.json' with { type: 'json' };
import { callMethod, describeOutcome, serviceMethods, type Outcome, type ServiceMethod } from '../helpers/service-methods.ts';

/** The operations for which documents 1 to 3 of the API specification show no required response field, so that an empty response is a success. */
const EMPTY_IS_SUCCESS: Readonly<Record<string, readonly string[]>> = {
  auth: [
    'POST /users/{userId}/resend_activation',
    'GET /oauth/token/revoke',
    'POST /users/password/reset_request',
    'POST /users/password/reset',
    'POST /users/password/change',
  ],
  organizations: [
    'POST /organizations/{organizationId}/add_user',
    'POST /organizations/{organizationId}/invitations',
    'POST /organizations/{organizationId}/invitations/{invitationId}/resend',
    'DELETE /organizations/{organizationId}/invitations/{invitationId}',
    'PATCH /organizations/{organizationId}/invitations/{invitationId}',
    'PATCH /organizations/{organizationId}/members/{userId}/role',
    'DELETE /organizations/{organizationId}/remove_user/{userId}',
    'POST /me/accept_invitation/{invitationId}',
    'DELETE /me/reject_invitation/{invitationId}',
  ],
  projects: [
    'DELETE /organizations/{organizationId}/projects/{projectId}',
    'POST /organizations/{organizationId}/projects/{projectId}/api_keys',
    'PATCH /organizations/{organizationId}/projects/{projectId}/api_keys/{apiKeyId}',
    'DELETE /organizations/{organizationId}/projects/{projectId}/api_keys/{apiKeyId}',
    'POST /organizations/{organizationId}/projects/{projectId}/llm_api_keys',
    'DELETE /organizations/{organizationId}/projects/{projectId}/llm_api_keys/{apiKeyId}',
    'POST /organizations/{organizationId}/projects/{projectId}/add_user',
    'PATCH /organizations/{organizationId}/projects/{projectId}/members/{userId}/role',
    'DELETE /organizations/{organizationId}/projects/{projectId}/remove_user/{userId}',
    'POST /organizations/{organizationId}/projects/{projectId}/deny_access/{userId}',
    'POST /organizations/{organizationId}/projects/{projectId}/restore_access/{userId}',
    'POST /organizations/{organizationId}/projects/{projectId}/invitations',
    'GET /organizations/{organizationId}/projects/{projectId}/invitations',
    'POST /organizations/{organizationId}/projects/{projectId}/invitations/{invitationId}/resend',
    'DELETE /organizations/{organizationId}/projects/{projectId}/invitations/{invitationId}',
  ],
  settings: ['PATCH /user_settings', 'PATCH /user_settings', 'PATCH /user_settings/onboarding/{stepId}'],
  'agent-passes': [
    'PUT /organizations/{orgId}/projects/{projectId}/agent_passes/{passId}',
    'DELETE /organizations/{orgId}/projects/{projectId}/agent_passes/{passId}',
    'POST /organizations/{orgId}/projects/{projectId}/agent_passes/{passId}/revoke',
    'POST /organizations/{orgId}/projects/{projectId}/agent_passes/{passId}/activate',
  ],
  wallets: [
    'POST /wallets/transact',
    'POST /wallets/{addressHash}/debits',
    'POST /wallets/{addressHash}/credits',
    'POST /wallet_transfers',
    'POST /wallet_transfers/{transferId}/verify_sender',
    'POST /wallet_transfers/{transferId}/accept',
    'POST /wallet_transfers/{transferId}/reject',
  ],
  analytics: [],
  memory: [
    'DELETE /v1/users/me/tokens/{token_id}',
    'DELETE /v1/users/me/profile',
    'DELETE /v1/session/{session_id}',
    'POST /a2a/conversation/chat',
  ],
  gateway: [],
  upload: [],
  search: [],
  converter: [],
};

/** Operations whose response is a file. Any bytes are valid, but an empty file is not, because JSON is never empty. */
const FILES = ['GET /oauth/agent/activity/export'];

/** Operations whose response contains only undocumented fields, so that `{}` can be valid. */
const NAMELESS = ['GET /oauth/token/info'];

const EMPTY_RESPONSES: readonly (readonly [name: string, respond: () => Response])[] = [
  ['204', () => new Response(null, { status: 204 })],
  ['200 without a body', () => new Response('', { headers: { 'Content-Type': 'application/json' } })],
  ['200 with {}', () => Response.json({})],
  ['200 with {"data":null}', () => Response.json({ data: null })],
];

/** Responses that confirm a success but contain no data. */
const CONFIRMATIONS: readonly (readonly [name: string, respond: () => Response])[] = [
  ['the text OK', () => new Response('OK', { headers: { 'Content-Type': 'text/plain' } })],
  ['the JSON text "OK"', () => Response.json('OK')],
  ['true', () => Response.json(true)],
];

const rowOf = ({ operation: { method, path } }: ServiceMethod): string => `${method} ${path}`;

/** The documented rows. If an operation can also stream, only the plain operation is included. */
const rows = serviceMethods.filter(
  (each, _, all) =>
    !each.operation.beyondSpecification &&
    !('stream' in each.operation && all.some((other) => other !== each && rowOf(other) === rowOf(each))),
);

const successes = rows.filter((each) => EMPTY_IS_SUCCESS[each.service]?.includes(rowOf(each)));
const files = rows.filter((each) => FILES.includes(rowOf(each)));
const others = rows.filter((each) => !successes.includes(each) && !files.includes(each) && !NAMELESS.includes(rowOf(each)));

/** Calls methods with a response. Returns the name and the outcome of each unexpected call. */
const wrongOf = async (
  methods: readonly ServiceMethod[],
  respond: () => Response,
  validation: 'report' | 'throw' | 'off',
  judge: (outcome: Outcome, method: ServiceMethod) => boolean,
): Promise<string[]> => {
  const wrong: string[] = [];
  for (const method of methods) {
    const outcome = await callMethod(method, respond(), validation);
    if (!judge(outcome, method)) wrong.push(`${method.name}: ${describeOutcome(outcome)}`);
  }
  return wrong;
};

const isInvalid = ({ error }: Outcome): boolean => error?.kind === 'invalid-response' || error?.kind === 'truncated';

it('the table of empty responses contains every documented row', () => {
  const found = rows.map((each) => `${each.service} ${rowOf(each)}`);
  expect(found.toSorted(), 'see the failing test of test/specification/coverage.test.ts').toEqual(
    documented.map(({ service, method, path }) => `${service} ${method} ${path}`).toSorted(),
  );
  expect(successes).toHaveLength(Object.values(EMPTY_IS_SUCCESS).flat().length);
  expect(files).toHaveLength(FILES.length);
});

describe.each(CONFIRMATIONS)('a response that is %s', (_, respond) => {
  it.each(['report', 'throw', 'off'] as const)(
    'an operation without a documented response accepts a confirmation without data, with validation %s',
    async (validation) => {
      expect(await wrongOf(successes, respond, validation, ({ error, shapes }) => error === undefined && shapes.length === 0)).toEqual([]);
    },
  );
});

describe.each(EMPTY_RESPONSES)('an empty response that is %s', (_, respond) => {
  it.each(['report', 'throw', 'off'] as const)(
    'an operation without a documented response accepts an empty response, with validation %s',
    async (validation) => {
      const isSilentSuccess = ({ error, result, shapes }: Outcome, { operation, name }: ServiceMethod): boolean => {
        const expected = name === 'auth.logout' ? { revoked: true } : operation.output.type === 'array' ? [] : undefined;
        return error === undefined && shapes.length === 0 && JSON.stringify(result) === JSON.stringify(expected);
      };
      expect(await wrongOf(successes, respond, validation, isSilentSuccess)).toEqual([]);
    },
  );

  it('an operation with documented fields rejects an empty response, or reports it for billed calls and analytics, with validation throw', async () => {
    const isRight = (outcome: Outcome, { service, operation: { billed } }: ServiceMethod): boolean =>
      isInvalid(outcome) || ((billed === true || service === 'analytics') && outcome.shapes.length > 0);
    expect(
      await wrongOf(others, respond, 'throw', isRight),
      'step 3: add its row to EMPTY_IS_SUCCESS in this file, if the API specification shows no response',
    ).toEqual([]);
  });

  it('an operation with documented fields rejects or reports an empty response by default', async () => {
    expect(
      await wrongOf(others, respond, 'report', (outcome) => isInvalid(outcome) || outcome.shapes.length > 0),
      'step 3: add its row to EMPTY_IS_SUCCESS in this file, if the API specification shows no response',
    ).toEqual([]);
  });

  it('a download fails if the body is empty, and otherwise returns the body', async () => {
    const text = await respond().text();
    const isRight = (outcome: Outcome): boolean => (text === '' ? isInvalid(outcome) : outcome.result === text);
    expect(await wrongOf(files, respond, 'throw', isRight)).toEqual([]);
  });
});
