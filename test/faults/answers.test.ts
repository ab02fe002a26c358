import { beforeEach, describe, expect, it } from 'vitest';
import { answer, json, type Reaction } from './fault-server.ts';
import { failureOf, takeTimers, startSignedIn, startSignedOut } from './signed-in-clients.ts';

const credentials = { username: 'ada@example.com', password: 'planted-password-1d3e' };
const html = { 'Content-Type': 'text/html; charset=utf-8' };
const page = `<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><center>${'nginx '.repeat(500)}</center></body></html>`;
const captive = '<html><head><title>Welcome to the hotel</title></head><body>Sign in to the network</body></html>';

beforeEach(() => void takeTimers());

const pages: readonly (readonly [string, Reaction])[] = [
  ['declared as HTML', answer(502, page, html)],
  ['declared as JSON', answer(502, page, { 'Content-Type': 'application/json' })],
  ['that begins with a comment', answer(502, `<!-- cache-7 -->\n${page}`, html)],
  ['that is a fragment', answer(502, `<h1>502 Bad Gateway</h1>${'<p>nginx</p>'.repeat(100)}`, html)],
];

it.each(pages)('a create that gets an HTML page %s with 502 fails with the title of the page, not its text', async (_, reaction) => {
  const { server, organizations } = await startSignedIn(reaction);
  const error = await failureOf(organizations.create({ name: 'Acme' }));
  expect(error).toMatchObject({
    kind: 'http',
    status: 502,
    operation: 'organizations.create',
    outcome: 'unknown',
    attempts: 1,
    message: 'organizations.create returned 502 with an HTML page: 502 Bad Gateway',
  });
  expect(String(error.body).length).toBeLessThanOrEqual(500);
  expect(server.requests).toHaveLength(1);
});

const wrong: readonly (readonly [string, Reaction, RegExp])[] = [
  ['an HTML page', answer(200, captive, html), /HTML page/],
  ['an HTML page that begins with a comment', answer(200, `<!-- portal -->${captive}`, html), /HTML page/],
  ['an HTML page declared as JSON', answer(200, captive, { 'Content-Type': 'application/json' }), /HTML page/],
  ['broken JSON', answer(200, '{"data":{"id":"org-1"', { 'Content-Type': 'application/json' }), /not JSON/],
  ['plain text', answer(200, 'OK', { 'Content-Type': 'text/plain' }), /not JSON/],
  ['an empty body', answer(200), /empty/],
  ['JSON null', answer(200, 'null'), /carries no data/],
  ['a JSON string', answer(200, '"ok"'), /does not match the API specification/],
];

describe.each(wrong)('a 200 with %s', (_, reaction, reason) => {
  it('a read fails after an invalid 200 instead of returning an empty success', async () => {
    const { server, organizations } = await startSignedIn(reaction);
    const error = await failureOf(organizations.list());
    expect(error).toMatchObject({ kind: 'invalid-response', operation: 'organizations.list', status: 200 });
    expect(error.message).toMatch(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('a create fails after an invalid 200 with the correct outcome, without a retry', async () => {
    const { server, organizations } = await startSignedIn(reaction);
    const error = await failureOf(organizations.create({ name: 'Acme' }));
    expect(error).toMatchObject({
      kind: 'invalid-response',
      operation: 'organizations.create',
      outcome: reason.source === 'HTML page' ? 'unknown' : 'likely-applied',
      attempts: 1,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('a login with an invalid 200 does not sign in', async () => {
    const { auth, platform, sessionEvents } = await startSignedOut(reaction, { validation: 'off' });
    const error = await failureOf(auth.login(credentials));
    expect(error).toMatchObject({ kind: 'invalid-response', operation: 'auth.login', status: 200 });
    await expect(platform.session.get()).resolves.toBeUndefined();
    expect(sessionEvents).toEqual([]);
  });
});

it.each(wrong.slice(0, 3))('a removal fails if its response is a 200 with %s', async (_, reaction) => {
  const { organizations } = await startSignedIn(reaction);
  const error = await failureOf(organizations.members.remove({ organizationId: 'org-1', userId: 'user-2' }));
  expect(error).toMatchObject({ kind: 'invalid-response', operation: 'organizations.members.remove', outcome: 'unknown' });
});

it.each([
  ['an empty 200', answer(200)],
  ['a 204', answer(204)],
  ['a 202 with a message', json(202, { message: 'Soon.' })],
])('a removal succeeds if its response is %s', async (_, reaction) => {
  const { server, organizations } = await startSignedIn(reaction);
  await expect(organizations.members.remove({ organizationId: 'org-1', userId: 'user-2' })).resolves.toBeUndefined();
  expect(server.requests).toHaveLength(1);
});

const failing = json(500, { errors: [{ status: '500', code: 'internal_error', detail: 'The database is away.' }] });

it("a create fails immediately after a 500, with the server's message and code", async () => {
  const { server, organizations } = await startSignedIn(failing);
  const error = await failureOf(organizations.create({ name: 'Acme' }));
  expect(error).toMatchObject({ kind: 'http', operation: 'organizations.create', outcome: 'unknown', attempts: 1 });
  expect(server.requests).toHaveLength(1);
  expect(error).toMatchObject({ status: 500, code: 'internal_error' });
  expect(error.message).toMatch(/^The database is away\./);
});

it('a login fails immediately after a 500', async () => {
  const { server, auth } = await startSignedOut(failing);
  const error = await failureOf(auth.login(credentials));
  expect(error).toMatchObject({ kind: 'http', operation: 'auth.login', outcome: 'unknown', attempts: 1 });
  expect(server.requests).toHaveLength(1);
});
