import { expect, it } from 'vitest';
import { createMemoryScene, failed, ids, newYear, refused, type MemoryScene } from './memory-scene.ts';

const LATER = '2026-01-01T00:01:00.000Z';
const line = 'GET /v1/users/me/profile';
const key = `k${'e'.repeat(62)}y`;
const value = 'v'.repeat(1000);

const factsOf = async ({ as }: MemoryScene, query = ''): Promise<unknown> => {
  const { body } = await as('ada', line + query);
  return (body as { facts: unknown }).facts;
};
/** Returns the status of an extraction, and the facts that it found. */
const extracted = async ({ as }: MemoryScene, body: unknown, query = ''): Promise<readonly [number, unknown]> => {
  const answer = await as('ada', `POST /v1/users/me/profile/extract${query}`, body);
  return [answer.status, answer.body];
};

it('the profile of a user is empty at first', async () => {
  const { as } = createMemoryScene();
  const { status, body } = await as('ada', line);
  expect([status, body]).toEqual([200, { user_id: ids.ada, app_id: 'default', facts: {}, updated_at: null }]);
  await expect(as('ada', `${line}?app_id=shop`)).resolves.toMatchObject({ body: { app_id: 'shop', facts: {} } });
});

it('a profile accepts new facts, and replaces facts of the same name', async () => {
  const { as, platform } = createMemoryScene();
  const merged = await as('ada', 'PATCH /v1/users/me/profile', { facts: { city: 'London', firstName: 'Ada' } });
  const first = { user_id: ids.ada, app_id: 'default', facts: { city: 'London', firstName: 'Ada' }, updated_at: newYear };
  expect([merged.status, merged.body]).toEqual([200, first]);
  platform.clock.advance(60_000);
  await as('ada', 'PATCH /v1/users/me/profile', { facts: { city: 'Paris' } });
  const { body } = await as('ada', line);
  expect(body).toEqual({ ...first, facts: { city: 'Paris', firstName: 'Ada' }, updated_at: LATER });
  await expect(as('grace', line)).resolves.toMatchObject({ body: { user_id: ids.grace, facts: {}, updated_at: null } });
});

it('a profile accepts keys of 64 characters and values of 1,000 characters', async () => {
  const scene = createMemoryScene();
  await expect(scene.as('ada', 'PATCH /v1/users/me/profile', { facts: { [key]: value } })).resolves.toMatchObject({ status: 200 });
  await expect(factsOf(scene)).resolves.toEqual({ [key]: value });
});

it.each(['first_name', 'First', '', '1st', 'first name', `${key}y`, 'naïve'])('a profile stores nothing if a key is %j', async (name) => {
  const scene = createMemoryScene();
  const facts = { city: 'London', [name]: 'x' };
  await expect(scene.as('ada', 'PATCH /v1/users/me/profile', { facts })).resolves.toMatchObject(failed(400, 'VALIDATION_ERROR'));
  await expect(factsOf(scene)).resolves.toEqual({});
});

it.each<[string, object]>([
  ['facts.city', { facts: { firstName: 'Ada', city: `${value}v` } }],
  ['facts.age', { facts: { firstName: 'Ada', age: 36 } }],
  ['facts', { facts: 'Ada' }],
  ['facts', {}],
])('a profile stores nothing if %s is invalid', async (field, body) => {
  const scene = createMemoryScene();
  await expect(scene.as('ada', 'PATCH /v1/users/me/profile', body)).resolves.toMatchObject(refused(field));
  await expect(factsOf(scene)).resolves.toEqual({});
});

it('the profile of a user is deleted in one application only', async () => {
  const scene = createMemoryScene();
  await scene.as('ada', 'PATCH /v1/users/me/profile', { facts: { city: 'London' } });
  await extracted(scene, { data: { city: 'Paris' } }, '?app_id=shop');
  const cleared = await scene.as('ada', 'DELETE /v1/users/me/profile');
  expect([cleared.status, cleared.body]).toEqual([204, undefined]);
  await expect(scene.as('ada', line)).resolves.toMatchObject({ body: { facts: {}, updated_at: null } });
  await expect(factsOf(scene, '?app_id=shop')).resolves.toEqual({ city: 'Paris' });
  await scene.as('ada', 'DELETE /v1/users/me/profile?app_id=shop');
  await expect(factsOf(scene, '?app_id=shop')).resolves.toEqual({});
});

it.each<[string, object, Record<string, string>]>([
  [
    'a name in the middle of a text',
    { text: 'Hi, my name is Ada and I live in London, England.' },
    { firstName: 'Ada', city: 'London', country: 'England' },
  ],
  ['a whole name', { text: 'My name is Ada Lovelace.' }, { firstName: 'Ada', lastName: 'Lovelace' }],
  ['a date, in ISO form', { text: 'I was born on December 10, 1815.' }, { birthDate: '1815-12-10' }],
  ['the other facts if a date does not exist', { text: 'My name is Ada. I was born on February 30, 1990.' }, { firstName: 'Ada' }],
  ['the other facts if a month does not exist', { text: 'My name is Ada. My birthday is 1990-13-45.' }, { firstName: 'Ada' }],
  ['a favourite', { text: 'My favourite colour is blue.' }, { favouriteColour: 'blue' }],
  ['nested data', { data: { pet: { name: 'Rex', age: 3 } } }, { petName: 'Rex', petAge: '3' }],
  ['an address', { data: { address: { street: '1 Main St', postal_code: 'N1' } } }, { street: '1 Main St', postalCode: 'N1' }],
  ...(
    [
      ['I live at 12 Main Street, Springfield, Illinois, USA, 62704.', ['12 Main Street', 'Springfield', 'Illinois', 'USA', '62704']],
      ['My address is 12 Main St., Springfield, IL 62704, USA.', ['12 Main St.', 'Springfield', 'IL', 'USA', '62704']],
      ['My home address: Via Roma 1, 00100 Roma, Italy', ['Via Roma 1', 'Roma', undefined, 'Italy', '00100']],
      ['I live at 5 High Road, London SW1A 1AA, UK', ['5 High Road', 'London', undefined, 'UK', 'SW1A 1AA']],
      ['I live at 9 Elm Street, Springfield, IL', ['9 Elm Street', 'Springfield', 'IL', undefined, undefined]],
    ] as const
  ).map(([text, [street, city, state, country, postalCode]]): [string, object, Record<string, string>] => [
    `the parts of an address in "${text}"`,
    { text },
    JSON.parse(JSON.stringify({ street, city, state, country, postalCode })) as Record<string, string>,
  ]),
  ['raw output of a model', { raw: "```json\n{'first_name': 'Ada', smoker: False,}\n```" }, { firstName: 'Ada', smoker: 'false' }],
  ['truncated output of a model', { raw: '{"firstName": "Ada", "city": "Lon' }, { firstName: 'Ada' }],
  [
    'several kinds of facts at once',
    { text: 'I live in Rome.', raw: '{"city": "Paris", "country": "France"}', data: { city: 'London' } },
    { city: 'London', country: 'France' },
  ],
])('an extraction finds and stores %s', async (_, body, facts) => {
  const scene = createMemoryScene();
  await expect(extracted(scene, body)).resolves.toEqual([200, { facts }]);
  await expect(factsOf(scene)).resolves.toEqual(facts);
});

it.each<[string, object]>([
  ['an empty input', {}],
  ['small talk', { text: 'Hello, how are you?' }],
  ['a place that is not an address', { text: 'I live at home, mostly.' }],
  ['garbage', { raw: '{{{[[[,,,:::' }],
  ['half an object', { raw: '{' }],
  ['placeholders', { data: { city: 'unknown', country: 'N/A', age: null, name: '' } }],
  ['a password', { text: 'So: password = hunter2', raw: '{"password": "hunter2"}', data: { apiKey: 'sk-abcdefgh1234' } }],
])('an extraction finds no facts in %s, and keeps the stored facts', async (_, body) => {
  const scene = createMemoryScene();
  await scene.as('ada', 'PATCH /v1/users/me/profile', { facts: { city: 'London' } });
  scene.platform.clock.advance(60_000);
  await expect(extracted(scene, body)).resolves.toEqual([200, { facts: {} }]);
  await expect(scene.as('ada', line)).resolves.toMatchObject({ body: { facts: { city: 'London' }, updated_at: newYear } });
});

const nested = (depth: number): string[][] => [
  ['objects', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ['addresses', `${'{"address":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ['lists', `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`],
];

it.each(nested(90))('an extraction ignores the data in 90 nested %s', async (_, data) => {
  const scene = createMemoryScene();
  await expect(extracted(scene, `{"data":${data}}`)).resolves.toEqual([200, { facts: {} }]);
});

it.each(nested(50_000))('an extraction parses raw output with 50,000 nested %s', async (_, raw) => {
  const scene = createMemoryScene();
  await expect(extracted(scene, { raw })).resolves.toMatchObject([200, { facts: {} }]);
});

it('an extraction cuts keys at 64 characters and values at 1,000 characters', async () => {
  const scene = createMemoryScene();
  const found = { facts: { [key]: value } };
  await expect(extracted(scene, { data: { [`${key}s`]: `${value}v` } })).resolves.toEqual([200, found]);
  await expect(extracted(scene, { raw: JSON.stringify({ [`${key}s`]: `${value}v` }) })).resolves.toEqual([200, found]);
});

it('an extraction adds to the stored facts of its own application', async () => {
  const scene = createMemoryScene();
  await extracted(scene, { data: { city: 'London', firstName: 'Ada' } }, '?app_id=shop');
  await extracted(scene, { text: 'I live in Paris.' }, '?app_id=shop');
  await expect(factsOf(scene, '?app_id=shop')).resolves.toEqual({ city: 'Paris', firstName: 'Ada' });
  await expect(factsOf(scene)).resolves.toEqual({});
});

it.each<[string, object]>([
  ['text', { text: 4 }],
  ['data', { data: 'Ada' }],
  ['raw', { raw: {} }],
])('an extraction rejects an invalid %s', async (field, body) => {
  const { as } = createMemoryScene();
  await expect(as('ada', 'POST /v1/users/me/profile/extract', body)).resolves.toMatchObject(refused(field));
});
