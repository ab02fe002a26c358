import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import type { PlatformOptions } from '@platform-sdk/core';
import { createProjectsClient } from '@platform-sdk/projects';
import { at, empty, json, place, projectData, refusal, userHeaders, wire } from './wire.ts';

const pair = (number: number) => ({ publicKey: `pk-${number}`, secretKey: `sk-secret-${number}` });
const withPair = (number: number): Response => json({ data: projectData, meta: { secrets: pair(number) } });
const gone = (): Response => refusal(404, 'NOT_FOUND', 'There is no such project.');

const tokens = (id: string) => ({ id, accessToken: `access-of-${id}`, refreshToken: `refresh-of-${id}` });

/** Returns a client with a signed-in session instead of a fixed Bearer token. */
const signedIn = async (answers: readonly Response[], options: PlatformOptions = {}) => {
  let passed = 0;
  const clock = { now: () => 1_767_225_600_000 + passed, monotonic: () => passed };
  const bench = wire(answers, { session: {}, clock, ...options });
  await bench.platform.session.set(tokens('u-1'));
  return { ...bench, advance: (ms: number) => void (passed += ms) };
};

it('projects.keyPair requests the project with its secrets', async () => {
  const { projects, sent } = wire([withPair(1)]);

  await expect(projects.keyPair(place)).resolves.toEqual(pair(1));
  expect(sent).toEqual([{ line: `GET ${at}?secret=true`, headers: userHeaders, body: '' }]);
});

it('projects.keyPair caches the key pair for five minutes', async () => {
  const { projects, sent, advance } = await signedIn([withPair(1), withPair(2)]);
  await projects.keyPair(place);
  advance(299_999);
  await expect(projects.keyPair(place)).resolves.toEqual(pair(1));
  expect(sent).toHaveLength(1);
  advance(1);
  await expect(projects.keyPair(place)).resolves.toEqual(pair(2));
});

it('the cached key pair is discarded when the project is removed', async () => {
  const { projects, sent } = await signedIn([withPair(1), empty(), gone()]);
  await projects.keyPair(place);
  await projects.remove(place);

  await expect(projects.keyPair(place)).rejects.toMatchObject({ status: 404, operation: 'projects.get' });
  expect(sent).toHaveLength(3);
});

it('the cached key pair is discarded when another client of the platform removes the project', async () => {
  const { projects, platform } = await signedIn([withPair(1), empty(), gone()]);
  await projects.keyPair(place);
  await createProjectsClient(platform).remove(place);

  await expect(projects.keyPair(place)).rejects.toMatchObject({ status: 404 });
});

it('the cached key pair is discarded even if the outcome of the removal is unknown', async () => {
  const { projects } = await signedIn([withPair(1), json({}, 500), withPair(2)]);
  await projects.keyPair(place);
  await expect(projects.remove(place)).rejects.toMatchObject({ outcome: 'unknown' });

  await expect(projects.keyPair(place)).resolves.toEqual(pair(2));
});

it('the key pair stays cached when another project is removed', async () => {
  const { projects, sent } = await signedIn([withPair(1), empty()]);
  await projects.keyPair(place);
  await projects.remove({ organizationId: 'o-2', projectId: '9' });
  await projects.keyPair(place);
  expect(sent).toHaveLength(2);
});

it('the cached key pair is discarded at a sign-out', async () => {
  const { projects, platform } = await signedIn([withPair(1), withPair(2)]);
  await projects.keyPair(place);
  await platform.session.clear();
  await expect(projects.keyPair(place)).rejects.toMatchObject({ kind: 'session' });
  await platform.session.set(tokens('u-1'));
  await expect(projects.keyPair(place)).resolves.toEqual(pair(2));
});

it('the cached key pair is never returned to another user', async () => {
  const { projects, platform } = await signedIn([withPair(1), withPair(2)]);
  await projects.keyPair(place);
  await platform.session.set(tokens('u-2'));
  await expect(projects.keyPair(place)).resolves.toEqual(pair(2));
});

it('the key pair is cached separately for each token that an accessToken function returns', async () => {
  let token = 'one';
  const { projects, sent } = await signedIn([withPair(1), withPair(2)], { accessToken: () => token });
  await projects.keyPair(place);
  await expect(projects.keyPair(place)).resolves.toEqual(pair(1));
  token = 'two';
  await expect(projects.keyPair(place)).resolves.toEqual(pair(2));
  expect(sent).toHaveLength(2);
});

it('projects.keyPair rejects a response without a key pair, and does not cache it', async () => {
  const { projects } = await signedIn([json({ data: projectData }), withPair(1)]);

  await expect(projects.keyPair(place)).rejects.toMatchObject({ kind: 'invalid-response', operation: 'projects.get' });
  await expect(projects.keyPair(place)).resolves.toEqual(pair(1));
});

it('a key pair never appears in log events', async () => {
  const { projects, log } = await signedIn([withPair(1)]);
  await projects.keyPair(place);
  expect(log.length).toBeGreaterThan(0);
  expect(inspect(log, { depth: null })).not.toContain('sk-secret-1');
});
