import { longCount } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';
import { answer, answerOf, close, json, reset, stall, startFaultServer, type Reaction } from './fault-server.ts';
import { failureOf, organizationDocument, sender, signedIn, type Scene } from './signed-in-clients.ts';

/** Registered statuses and some unregistered statuses. 401 is omitted, because it causes a refresh. */
const STATUSES = [
  [200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 299, 300, 301, 302, 303, 304, 305, 306, 307, 308, 399],
  [400, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 423, 424, 425, 426, 428, 429],
  [430, 431, 444, 449, 451, 499, 500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511, 520, 522, 524, 529, 599],
]
  .flat()
  // A short run tests every third status, and the statuses after which HTTP lets a client repeat a request.
  .filter((status, index) => index % longCount(3, 1) === 0 || [307, 308, 408, 421, 425, 429, 503].includes(status));

const content = JSON.stringify(organizationDocument);
const type = { 'Content-Type': 'application/json' };

/** The ways in which a connection can end without a complete response, and a complete response. */
const ENDINGS: Readonly<Record<string, Reaction>> = {
  'a reset': reset,
  'a close': close(),
  'a close within the headers': close('HTTP/1.1 200 OK\r\nContent-'),
  'a close within the body': close(answerOf(200, type, content, 500)),
  'a close after an informational response': close('HTTP/1.1 103 Early Hints\r\n\r\n'),
  'a switch of protocols': stall('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n'),
  'another protocol': close('SSH-2.0-OpenSSH_9.9\r\n'),
  'headers of 100 kB': stall(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}`),
  'a whole response and a close': close(answerOf(200, type, content)),
  'a body that is not compressed as declared': answer(200, content, { ...type, 'Content-Encoding': 'gzip' }),
};

const once = { retry: false } as const;
const CALLS: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  GET: ({ organizations }) => organizations.list({}, once),
  POST: ({ organizations }) => organizations.create({ name: 'Acme' }, once),
  PATCH: ({ organizations }) => organizations.update({ organizationId: 'org-1', name: 'Acme' }, once),
  DELETE: ({ organizations }) => organizations.members.remove({ organizationId: 'org-1', userId: 'user-2' }, once),
};

/** Returns the requests of one call on a reused connection. Clients have more reasons to repeat a request on such a connection. */
const requestsOf = async (reaction: Reaction, call: (scene: Scene) => Promise<unknown>): Promise<string[]> => {
  const server = await startFaultServer((socket, request) =>
    (server.requests.length === 1 ? json(200, { data: [] }) : reaction)(socket, request),
  );
  const scene = await signedIn(server.origin, { timeouts: { headersMs: 5000 } });
  await scene.organizations.list();
  await failureOf(call(scene)).catch(() => undefined);
  const requests = server.requests.slice(1).map(({ method, body }) => `${method} ${body}`.trim());
  await server.close();
  return requests;
};

/** Returns the calls that did not send exactly one request. */
const repeated = async (reactions: Readonly<Record<string, Reaction>>): Promise<string[]> => {
  const found: string[] = [];
  for (const [name, reaction] of Object.entries(reactions)) {
    const counts = await Promise.all(
      Object.entries(CALLS).map(async ([method, call]) => ({ method, requests: await requestsOf(reaction, call) })),
    );
    for (const { method, requests } of counts) if (requests.length !== 1) found.push(`${method} ${name}: ${requests.join(' | ')}`);
  }
  return found;
};

const byStatus = Object.fromEntries(
  STATUSES.map((status) => [`${status}`, answer(status, status === 204 || status === 304 ? '' : content, type)]),
);

/** The `fetch` of Node repeats requests after a 421, because the server did not execute them (RFC 9110, 15.5.20). */
const byFetch = sender === 'node' ? [] : Object.keys(CALLS);

it('a call with `retry: false` sends exactly one request, whatever the status of the response', async () => {
  const found = await repeated(byStatus);
  expect(found.filter((line) => !byFetch.some((method) => line.startsWith(`${method} 421: `)))).toEqual([]);
  expect(found).toHaveLength(byFetch.length);
}, 60_000);

it('a call with `retry: false` sends exactly one request, however its connection ends', async () => {
  expect(await repeated(ENDINGS)).toEqual([]);
});
