import { expect, it } from 'vitest';
import { platformAtNewYear, send } from './raw-request.ts';

const said = 'A fault that was added with faults.add caused this response.';
const inJsonApi = { errors: [{ status: '402', code: 'FAULT', title: 'Payment Required', detail: said }] };

it.each([
  ['gateway.chat', 'POST /gateway/v1/chat/completions', { detail: said, error: { code: 'FAULT', message: said } }],
  ['memory.chat', 'POST /memory/v1/chat', { error: { code: 'FAULT', message: said, trace_id: expect.any(String) as string, details: {} } }],
  ['upload.upload', 'POST /upload/v1/upload', { detail: said }],
  ['search.search', 'POST /search/v1/search', { detail: said }],
  [
    'converter.convert',
    'POST /converter/api/convert',
    { success: false, error: said, code: 'FAULT', method: 'unknown', requestId: expect.any(String) as string },
  ],
  ['analytics.traces.list', 'GET /analytics/api/public/traces', { message: said, error: 'FAULT' }],
  ['auth.login', 'POST /auth/v1/oauth/token', inJsonApi],
  ['wallets.list', 'GET /control/v1/wallets', inJsonApi],
])('a fault for %s with a status has the error format of its service', async (operation, line, body) => {
  const platform = platformAtNewYear();
  platform.faults.add({ operation, status: 402, headers: { 'Retry-After': '7' } });
  const answer = await send(platform, line, { ...(line.startsWith('POST') && { body: {} }) });

  expect({ status: answer.status, body: answer.body }).toEqual({ status: 402, body });
  expect(answer.headers.get('retry-after')).toBe('7');
});

it.each([
  ['/gateway/v1/unknown', { detail: 'The API specification has no operation GET /gateway/v1/unknown.', error: { code: 'UNKNOWN_PATH' } }],
  ['/memory/v9', { error: { code: 'UNKNOWN_PATH' } }],
  ['/upload', { detail: 'The API specification has no operation GET /upload.' }],
  ['/search/v2/search', { detail: 'The API specification has no operation GET /search/v2/search.' }],
  ['/converter/api', { success: false, code: 'UNKNOWN_PATH', method: 'unknown' }],
  [
    '/analytics/api/public/scores',
    { message: 'The API specification has no operation GET /analytics/api/public/scores.', error: 'LangfuseNotFoundError' },
  ],
  ['/control/v1/nothing', { errors: [{ code: 'UNKNOWN_PATH' }] }],
  ['/gateway/v10/unknown', { errors: [{ code: 'UNKNOWN_PATH' }] }],
])('an unknown path gets an error in the format of the service at its base URL: %s', async (path, body) => {
  await expect(send(platformAtNewYear(), `GET ${path}`)).resolves.toMatchObject({ status: 404, body });
});
