import { createPlatform } from '@platform-sdk/core';
import { createUploadClient, type UploadClientOptions, type UploadProgress } from '@platform-sdk/upload';
import { afterEach, expect, it, vi } from 'vitest';
import { failureOf, plainAnswer, streamOf, wire, type Sent } from './wire.ts';

const file = { name: 'a.txt', data: new Blob(['Hello']) };
const agent = { secretToken: 'agent-secret-9c', userId: 'agent-7' };
const first = { id: 'user-1', accessToken: 'access-1', refreshToken: 'refresh-1' };

const credentialsIn = ({ headers }: Sent): Record<string, string> =>
  Object.fromEntries(
    ['authorization', 'api-key', 'x-agent-secret-token', 'x-agent-user-id'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    ),
  );

afterEach(() => vi.unstubAllGlobals());

it.each<[string, object, object]>([
  ['its own token', { token: 'token-1' }, { authorization: 'Bearer token-1' }],
  ['the token that a function returns', { token: async () => 'token-2' }, { authorization: 'Bearer token-2' }],
  ['its own token, even if an agent is configured', { token: 'token-1', agent }, { authorization: 'Bearer token-1' }],
  ['the credentials of an agent', { agent, token: undefined }, { 'x-agent-secret-token': 'agent-secret-9c', 'x-agent-user-id': 'agent-7' }],
])('the credentials of an upload are %s, and never the Api-Key', async (_, options, expected) => {
  const { upload, sent } = wire([plainAnswer()], { apiKey: 'key-1', ...options });
  await upload.upload({ file });
  expect(sent.map(credentialsIn)).toEqual([expected]);
});

it("an upload sends the signed-in user's token by default", async () => {
  const { upload, sent } = await signedIn([plainAnswer()]);
  await upload.upload({ file });
  expect(sent.map(credentialsIn)).toEqual([{ authorization: 'Bearer access-1' }]);
});

it('an upload without any credentials fails before anything is sent', async () => {
  const { upload, sent } = wire([plainAnswer()], { token: undefined } as unknown as UploadClientOptions);
  await expect(failureOf(upload.upload({ file }))).resolves.toMatchObject({
    kind: 'session',
    operation: 'upload.upload',
    outcome: 'not-sent',
  });
  expect(sent).toEqual([]);
});

it('an upload in a browser sends no agent secret by default', async () => {
  const options = { token: undefined, agent } as unknown as UploadClientOptions;
  vi.stubGlobal('document', {});
  const refused = wire([plainAnswer()], options);
  await expect(failureOf(refused.upload.upload({ file }))).resolves.toMatchObject({
    field: 'allowSecretsInBrowser',
    outcome: 'not-sent',
  });
  expect(refused.sent).toEqual([]);
  const allowed = wire([plainAnswer()], { ...options, allowSecretsInBrowser: true });
  await allowed.upload.upload({ file });
  expect(allowed.sent).toHaveLength(1);
});

/** Creates a client whose user's token can be refreshed. Records its requests, except refreshes. */
const signedIn = async (answers: readonly Response[]) => {
  const sent: Sent[] = [];
  let refreshes = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.endsWith('/refresh')) {
      refreshes++;
      return Response.json({ data: { id: 'user-1', type: 'session', attributes: { accessToken: 'access-2', refreshToken: 'refresh-2' } } });
    }
    const answer = answers[Math.min(sent.length, answers.length - 1)] ?? Response.error();
    sent.push({ line: `${request.method} ${request.url}`, headers: Object.fromEntries(request.headers), body: await request.text() });
    return answer.clone();
  };
  const platform = createPlatform({ apiKey: 'key-1', baseUrls: { upload: 'https://upload.test', auth: 'https://auth.test/v1' }, fetch });
  await platform.session.set(first);
  return { upload: createUploadClient(platform), sent, refreshes: () => refreshes };
};

const refusal = (): Response => Response.json({ detail: 'The token has expired.' }, { status: 401 });

it('an upload whose access token was rejected is retried after a refresh, with the same bytes', async () => {
  const { upload, sent, refreshes } = await signedIn([refusal(), plainAnswer()]);
  const reported: UploadProgress[] = [];
  await upload.upload({ file }, { onProgress: (progress) => reported.push(progress) });
  expect(sent.map(credentialsIn)).toEqual([{ authorization: 'Bearer access-1' }, { authorization: 'Bearer access-2' }]);
  // Each attempt reports progress from 0.
  expect(reported).toEqual([
    { sentBytes: 5, totalBytes: 5 },
    { sentBytes: 5, totalBytes: 5 },
  ]);
  expect(sent[0]?.body).toContain('Hello');
  expect(sent[1]?.body).toBe(sent[0]?.body);
  expect(refreshes()).toBe(1);
});

it('an upload is sent twice at most if the refreshed access token is rejected too', async () => {
  const { upload, sent } = await signedIn([refusal()]);
  await expect(failureOf(upload.upload({ file }))).resolves.toMatchObject({
    status: 401,
    operation: 'upload.upload',
    outcome: 'rejected',
  });
  expect(sent).toHaveLength(2);
});

it('an upload of a stream fails after a 401, and refreshes for the next upload', async () => {
  const { upload, sent, refreshes } = await signedIn([refusal(), plainAnswer()]);
  await expect(failureOf(upload.upload({ file: { name: 'a.txt', data: streamOf(['Hello']).stream } }))).resolves.toMatchObject({
    operation: 'upload.upload',
    field: 'file',
    status: 401,
    outcome: 'rejected',
    message: 'upload.upload: file is a stream that a rejected attempt has read, so it cannot be retried. Call again with a new stream',
  });
  expect(sent).toHaveLength(1);
  await upload.upload({ file });
  expect(sent.map(credentialsIn)).toEqual([{ authorization: 'Bearer access-1' }, { authorization: 'Bearer access-2' }]);
  expect(refreshes()).toBe(1);
});
