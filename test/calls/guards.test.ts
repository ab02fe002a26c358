import { createPlatform, request, type PlatformError } from '@platform-sdk/core';
import * as converter from '@platform-sdk/converter';
import * as gateway from '@platform-sdk/gateway';
import * as memory from '@platform-sdk/memory';
import * as organizations from '@platform-sdk/organizations';
import * as wallets from '@platform-sdk/wallets';
import { expect, it } from 'vitest';
import { failureOf, recordingFetch } from '@platform-sdk/test-helpers';

type Guard = (error: unknown) => boolean;

/** Every guard for an error code of the API specification, with the code and a status of the response. */
const guards: readonly (readonly [name: string, guard: Guard, code: string, status: number])[] = [
  ['organizations.isOwnRoleChangeError', organizations.isOwnRoleChangeError, 'CANNOT_CHANGE_OWN_ROLE', 422],
  ['organizations.isLastOwnerError', organizations.isLastOwnerError, 'INVALID_ROLE_TRANSITION', 409],
  ['organizations.isInsufficientPermissionsError', organizations.isInsufficientPermissionsError, 'INSUFFICIENT_PERMISSIONS', 403],
  ['organizations.isRedirectToAddMemberError', organizations.isRedirectToAddMemberError, 'redirect_to_add_member', 422],
  ['wallets.isInsufficientCreditsError', wallets.isInsufficientCreditsError, 'INSUFFICIENT_CREDITS', 422],
  ['gateway.isInsufficientCreditsError', gateway.isInsufficientCreditsError, 'INSUFFICIENT_CREDITS', 400],
  ['gateway.isRateLimitedError', gateway.isRateLimitedError, 'rate_limit_exceeded', 403],
  ['memory.isSessionNotFoundError', memory.isSessionNotFoundError, 'SESSION_NOT_FOUND', 404],
  ['memory.isMemoryNotFoundError', memory.isMemoryNotFoundError, 'MEMORY_NOT_FOUND', 404],
  ['memory.isMemoryValidationError', memory.isMemoryValidationError, 'VALIDATION_ERROR', 400],
  ['memory.isMemoryAuthenticationError', memory.isMemoryAuthenticationError, 'AUTHENTICATION_FAILED', 401],
  ['memory.isTokenBudgetExceededError', memory.isTokenBudgetExceededError, 'TOKEN_BUDGET_EXCEEDED', 400],
  ['memory.isModelError', memory.isModelError, 'LLM_SERVICE_ERROR', 502],
  ['memory.isMemoryInternalError', memory.isMemoryInternalError, 'INTERNAL_ERROR', 500],
  ['converter.isConverterValidationError', converter.isConverterValidationError, 'VALIDATION_ERROR', 422],
  ['converter.isRateLimitedError', converter.isRateLimitedError, 'RATE_LIMITED', 503],
  ['converter.isPageTimeoutError', converter.isPageTimeoutError, 'TIMEOUT', 500],
  ['converter.isBrowserError', converter.isBrowserError, 'BROWSER_ERROR', 500],
];

const json = (body: unknown): [body: string, type: string] => [JSON.stringify(body), 'application/json'];
const plain = (body: string): [body: string, type: string] => [body, 'text/plain'];

/** The formats of error bodies, from row 28 in document 4 of the API specification. */
const dialects: readonly (readonly [name: string, write: (code: string, status: number) => [string, string]])[] = [
  ['errors[].code', (code, status) => json({ errors: [{ status: `${status}`, code, title: 'No', detail: 'Not so.', source: {} }] })],
  ['errors[1].code', (code) => json({ errors: [{ detail: 'First.' }, { code }] })],
  ['errors[].code next to another code', (code) => json({ errors: [{ code: 'OTHER' }, { code }] })],
  ['errors[].title', (code) => json({ errors: [{ status: '422', title: code, detail: 'Not so.' }] })],
  ['errors[].detail', (code) => json({ errors: [{ status: '422', code: '422', detail: `${code}: not so.` }] })],
  ['errors[] of strings', (code) => json({ errors: [code] })],
  ['error{code}', (code) => json({ error: { code, message: 'Not so.', trace_id: 't-1', details: {} } })],
  ['error{message}', (code) => json({ error: { code: 422, message: `Refused (${code}).` } })],
  ['error{type}', (code) => json({ error: { type: code, message: 'Not so.' } })],
  ['code next to error', (code) => json({ success: false, error: 'Not so.', code, method: 'convert' })],
  ['error', (code) => json({ error: code })],
  ['error with a sentence', (code) => json({ error: `${code}: not so.` })],
  ['message', (code) => json({ message: code })],
  ['message next to error', (code) => json({ error: 'Unprocessable Entity', message: code, statusCode: 422 })],
  ['detail', (code) => json({ detail: code })],
  ['detail{code}', (code) => json({ detail: { code, message: 'Not so.' } })],
  ['detail[].msg', (code) => json({ detail: [{ loc: ['body', 'role'], msg: code, type: 'value_error' }] })],
  ['a JSON string', (code) => json(code)],
  ['lower case', (code) => json({ error: { code: code.toLowerCase() } })],
  ['plain text', (code) => plain(code)],
  ['plain text with a status', (code) => plain(`422 ${code}\n`)],
];

/** Bodies without the code, and bodies that contain the code outside its field. */
const others: readonly (readonly [name: string, write: (code: string) => [string, string]])[] = [
  ['another code', () => json({ error: { code: 'ANOTHER_CODE' } })],
  [
    'another code whose message mentions the code',
    (code) => json({ error: { code: 'ANOTHER_CODE', message: `Not ${code}, but another.` } }),
  ],
  ['a longer code', (code) => json({ error: `${code}_TOO` })],
  ['an e-mail address', (code) => json({ message: `${code}@example.com is taken.` })],
  ['a field of the input', (code) => json({ message: 'Not so.', input: { text: code } })],
  ['a flag that is false', (code) => plain(`${code}: false`)],
  ['an empty body', () => plain('')],
  ['an HTML page', (code) => [`<html><title>${code}</title></html>`, 'text/html']],
];

const errorOf = async ([body, type]: [string, string], status: number): Promise<PlatformError> => {
  const { fetch } = recordingFetch(new Response(body, { status, headers: { 'Content-Type': type } }));
  const platform = createPlatform({ apiKey: 'app-1', baseUrls: { auth: 'https://auth.test/v1' }, fetch, retry: { limit: 0 } });
  return (await failureOf(request(platform, { base: 'auth', path: '/x', credentials: 'application' }))) as PlatformError;
};

const asserted = async (rows: typeof dialects | typeof others, expected: boolean): Promise<string[]> => {
  const wrong: string[] = [];
  for (const [name, guard, code, status] of guards) {
    for (const [dialect, write] of rows) {
      const error = await errorOf(write(code, status), status);
      if (guard(error) !== expected) wrong.push(`${name}: ${dialect}`);
    }
  }
  return wrong;
};

it('each guard recognizes its code in every error format', async () => {
  await expect(asserted(dialects, true)).resolves.toEqual([]);
});

it('no guard recognizes a body without its code, or a body that only mentions its code', async () => {
  await expect(asserted(others, false)).resolves.toEqual([]);
});

it('the tests of guards cover every guard that the packages export', () => {
  const all = Object.entries({ converter, gateway, memory, organizations, wallets }).flatMap(([service, names]) =>
    Object.keys(names).flatMap((name) => (/^is[A-Z]/.test(name) ? [`${service}.${name}`] : [])),
  );
  // These guards check the status, the outcome or the message instead of a code.
  const rest = [
    'converter.isConverterBusyError',
    'converter.isJobError',
    'converter.isUnknownSiteError',
    'gateway.isProviderError',
    'gateway.isSubscriptionRequiredError',
    'gateway.isUnknownModelError',
    'wallets.isReconcilableError',
  ];
  expect(all.filter((name) => !rest.includes(name)).toSorted()).toEqual(guards.map(([name]) => name).toSorted());
});
