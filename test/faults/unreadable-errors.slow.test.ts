import { createConverterClient } from '@platform-sdk/converter';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createUploadClient } from '@platform-sdk/upload';
import { longCount } from '@platform-sdk/test-helpers';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, answerOf, byPath, close, json, stall, startFaultServer, type Reaction } from './fault-server.ts';
import { atHeaders, failureOf, secondTokens, sessionDocument, signedIn, takeTimers } from './signed-in-clients.ts';

const FEW_STATUSES = [400, 401, 404, 429, 503];
const ALL_STATUSES = [400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 415, 422, 425, 429, 451, 500, 501, 502, 503, 504, 507, 511];
/** A short run uses the first list of statuses. A long run uses the second list. */
const STATUSES = [FEW_STATUSES, ALL_STATUSES][longCount(0, 1)] ?? [];
/** The statuses after which a read is retried. */
const PASSING = STATUSES.filter((status) => status === 408 || status === 429 || (status >= 500 && status !== 501));

const half = '{"error":{"message":"Half of a sentence';
const headers = { 'Content-Type': 'application/json', 'X-Request-Id': 'req-7', 'Retry-After': '0' };
const megabytes = JSON.stringify({ error: { message: 'Long.' }, rest: 'x'.repeat(1_200_000) });

interface BodyFault {
  readonly react: (status: number) => Reaction;
  /** True if every connection is reset after the headers of the response. */
  readonly resets?: true;
}

const FAULTS: Readonly<Record<string, BodyFault>> = {
  'cut short of its length': { react: (status) => close(answerOf(status, headers, half, 500)) },
  'cut within a chunk': {
    react: (status) =>
      close(`HTTP/1.1 ${status} Status\r\nTransfer-Encoding: chunked\r\nX-Request-Id: req-7\r\nRetry-After: 0\r\n\r\nff\r\n${half}`),
  },
  reset: { react: (status) => stall(answerOf(status, headers, half, 500)), resets: true },
  silent: { react: (status) => stall(answerOf(status, headers, half, 500)) },
  'not compressed as declared': { react: (status) => answer(status, half, { ...headers, 'Content-Encoding': 'gzip' }) },
  'longer than 1 MiB': { react: (status) => answer(status, megabytes, headers) },
};

interface Scene {
  /** Returns the expected number of requests for a status. */
  readonly requests: (status: number) => number;
  readonly call: (origin: string, options: ReturnType<typeof atHeaders>) => Promise<unknown>;
}

const retried = (status: number): number => (PASSING.includes(status) ? 3 : 1);
const token = 'planted-token';

const CALLS: Readonly<Record<string, Scene>> = {
  'a GET': {
    requests: (status) => (status === 401 ? 2 : retried(status)),
    call: async (origin, options) => (await signedIn(origin, options)).organizations.list(),
  },
  'a POST': {
    requests: (status) => (status === 401 ? 2 : 1),
    call: async (origin, options) => (await signedIn(origin, options)).organizations.create({ name: 'Acme' }),
  },
  'a stream': {
    requests: () => 1,
    call: (origin, options) =>
      createGatewayClient({ baseUrl: `${origin}/v1`, apiKey: token, ...options })
        .chatStream({ model: 'auto', messages: [{ role: 'user', content: 'Hi' }] })
        .final(),
  },
  'an upload': {
    requests: () => 1,
    call: (origin, options) =>
      createUploadClient({ baseUrl: origin, token, ...options }).upload({ file: new File(['text'], 'notes.txt', { type: 'text/plain' }) }),
  },
  'a download': {
    requests: retried,
    call: async (origin, options) =>
      (await createConverterClient({ baseUrl: origin, ...options }).download({ site: 'docs.example.com' })).blob(),
  },
};

beforeEach(() => void takeTimers());

const refresh = '/v1/oauth/token/refresh';

/** Runs one call with one fault. Returns the differences from the expected outcome. */
const differences = async (status: number, { react, resets }: BodyFault, { requests, call }: Scene): Promise<string[]> => {
  const reaction = react(status);
  const refreshed = json(200, sessionDocument(secondTokens));
  const server = await startFaultServer((socket, request) =>
    (request.target === refresh ? byPath({ [refresh]: refreshed }) : reaction)(socket, request),
  );
  const error = await failureOf(
    call(server.origin, resets ? atHeaders((names) => names.includes('x-request-id') && server.resetAll(), server.origin) : {}),
  );
  const sent = server.requests.filter(({ target }) => target !== refresh).length;
  await server.close();
  const { kind, outcome, requestId, retryAfterSeconds, attempts, message } = error;
  const rejected = status < 500 || status === 501 ? 'rejected' : 'unknown';
  const expected = {
    kind: 'http',
    status,
    outcome: rejected,
    requestId: 'req-7',
    retryAfterSeconds: 0,
    attempts: requests(status),
    sent: requests(status),
  };
  const found = { kind, status: error.status, outcome, requestId, retryAfterSeconds, attempts, sent };
  const isSaid = message.includes('its body could not be read');
  return JSON.stringify(found) === JSON.stringify(expected) && isSaid ? [] : [`${status}: ${JSON.stringify(found)} ${message}`];
};

describe.each(Object.entries(FAULTS))('an error body that is %s', (_, fault) => {
  it.each(Object.entries(CALLS))(
    'an error body that cannot be read does not change the status, headers and outcome for %s',
    async (__, scene) => {
      const found = await Promise.all(STATUSES.map((status) => differences(status, fault, scene)));
      expect(found.flat()).toEqual([]);
    },
  );
});
