import { expect, it } from 'vitest';
import { attributes, createScene, listed, refused, type Scene } from './projects-scene.ts';
import { idIn, type RawAnswer } from './raw-request.ts';

const createKey = ({ send: ask, first }: Scene, fields: object): Promise<RawAnswer> =>
  ask('mia', `POST ${first}/api_keys`, attributes(fields));

const pairIn = ({ body }: RawAnswer): string => {
  const { data, meta } = body as { data: { attributes: { publicKey: string } }; meta: { secretKey: string } };
  return `${data.attributes.publicKey}:${meta.secretKey}`;
};

/** Sends an analytics request with a key pair. Returns the status. */
const analytics = async ({ platform }: Scene, pair: string): Promise<number> => {
  const headers = { Authorization: `Basic ${btoa(pair)}` };
  return (await platform.fetch('https://platform.test/analytics/api/public/traces', { headers })).status;
};

it('API keys return their secret in clear text once, and encrypted afterwards', async () => {
  const scene = await createScene();
  const answer = await createKey(scene, { note: 'CI', expiresAt: '2027-01-01T00:00:00Z' });
  const secret = pairIn(answer).split(':')[1]!;

  expect(answer).toMatchObject({
    status: 200,
    body: { data: { type: 'apiKey', attributes: { note: 'CI', expiresAt: '2027-01-01T00:00:00Z' } } },
  });
  expect(secret).toMatch(/^sk-/);
  const listing = await scene.send('vic', `GET /control/v1/organizations/${scene.organizationId}/api_keys`);
  expect(listed(listing)).toMatchObject([{ id: idIn(answer), attributes: { note: 'CI', projectId: '2' } }]);
  expect(listed(listing)[0]?.attributes['encryptedSecretKey']).toEqual(expect.stringMatching(/^[\w+/]{40,}=*$/));
  expect(JSON.stringify(listing.body)).not.toContain(secret);
});

it("API keys give access to the project's analytics until they are deleted", async () => {
  const scene = await createScene();
  const answer = await createKey(scene, { note: 'CI' });

  await expect(analytics(scene, pairIn(answer))).resolves.toBe(200);
  await expect(scene.send('mia', `DELETE ${scene.first}/api_keys/${idIn(answer)}`)).resolves.toMatchObject({ status: 200 });
  await expect(analytics(scene, pairIn(answer))).resolves.toBe(401);
  await expect(scene.send('mia', `DELETE ${scene.first}/api_keys/${idIn(answer)}`)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
});

it('API keys stop working when they expire', async () => {
  const scene = await createScene();
  const pair = pairIn(await createKey(scene, { note: 'Short', expiresAt: '2026-01-01T01:00:00Z' }));
  scene.platform.clock.advance(3_599_999);
  await expect(analytics(scene, pair)).resolves.toBe(200);
  scene.platform.clock.advance(1);
  await expect(analytics(scene, pair)).resolves.toBe(401);
});

it("API keys never replace the project's own key pair", async () => {
  const scene = await createScene();
  const pair = pairIn(await createKey(scene, { note: 'CI' }));
  const { body } = await scene.send('mia', `GET ${scene.first}?secret=true`);
  expect((body as { meta: { secrets: { publicKey: string } } }).meta.secrets.publicKey).not.toBe(pair.split(':')[0]);
});

it('API keys can be renamed', async () => {
  const scene = await createScene();
  const id = idIn(await createKey(scene, { note: 'CI' }));

  await expect(scene.send('mia', `PATCH ${scene.first}/api_keys/${id}`, attributes({ note: 'Build' }))).resolves.toMatchObject({
    status: 200,
    body: { data: { id, attributes: { note: 'Build', expiresAt: null } } },
  });
  await expect(scene.send('mia', `PATCH ${scene.second}/api_keys/${id}`, attributes({ note: 'X' }))).resolves.toMatchObject(
    refused(404, 'NOT_FOUND'),
  );
});

it.each([
  ['2025-12-31', 'INVALID_EXPIRATION'],
  ['2026-01-01T00:00:00Z', 'INVALID_EXPIRATION'],
  ['2026-99-01', 'INVALID_INPUT'],
  ['2026-02-30', 'INVALID_INPUT'],
])('API keys reject the expiration %s with %s', async (expiresAt, code) => {
  await expect(createKey(await createScene(), { note: 'CI', expiresAt })).resolves.toMatchObject({
    status: 422,
    body: { errors: [{ code, source: { pointer: '/data/attributes/expiresAt' } }] },
  });
});

it('API keys reject viewers', async () => {
  const scene = await createScene();
  await expect(scene.send('vic', `POST ${scene.first}/api_keys`, attributes({ note: 'CI' }))).resolves.toMatchObject(
    refused(403, 'INSUFFICIENT_PERMISSIONS'),
  );
});

const create = ({ send: ask, first }: Scene, fields: object): Promise<RawAnswer> =>
  ask('mia', `POST ${first}/llm_api_keys`, attributes(fields, { type: 'llm_api_keys' }));

it("provider keys are masked at creation and in the organization's list", async () => {
  const scene = await createScene();
  const answer = await create(scene, { provider: 'openai', secretKey: 'sk-openai-0815', customModels: ['mine'] });
  const createdAt = '2026-01-01T00:00:00.000Z';
  const about = { adapter: 'openai', baseURL: null, createdAt, updatedAt: createdAt };
  const attributesOf = { provider: 'openai', displaySecretKey: '...0815', customModels: ['mine'], withDefaultModels: true, ...about };

  expect(answer).toMatchObject({ status: 200, body: { data: { type: 'llm_api_keys', attributes: attributesOf } } });
  const listing = await scene.send('vic', `GET /control/v1/organizations/${scene.organizationId}/llm_api_keys`);
  expect(listed(listing)).toMatchObject([{ id: idIn(answer), attributes: attributesOf }]);
  expect(JSON.stringify([answer.body, listing.body])).not.toContain('sk-openai');
});

it('a list of provider keys shows no characters of a short key', async () => {
  const answer = await create(await createScene(), { provider: 'tiny', secretKey: 'abcdef', withDefaultModels: false });
  expect(answer).toMatchObject({ body: { data: { attributes: { displaySecretKey: '...', withDefaultModels: false } } } });
});

it('provider keys can be deleted by members, but not by viewers', async () => {
  const scene = await createScene();
  const id = idIn(await create(scene, { provider: 'openai', secretKey: 'sk-openai-0815' }));

  await expect(scene.send('vic', `DELETE ${scene.first}/llm_api_keys/${id}`)).resolves.toMatchObject(
    refused(403, 'INSUFFICIENT_PERMISSIONS'),
  );
  await expect(scene.send('mia', `DELETE ${scene.first}/llm_api_keys/${id}`)).resolves.toMatchObject({ status: 200 });
  await expect(scene.send('mia', `DELETE ${scene.first}/llm_api_keys/${id}`)).resolves.toMatchObject(refused(404, 'NOT_FOUND'));
});
