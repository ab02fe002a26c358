/** A service whose refresh tokens work once. Its access token expires when every process has used it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** The theme of the settings after enough access tokens have expired. */
export const ENOUGH = 'enough';

export interface SingleUseServer {
  readonly origin: string;
  /** The tokens that are currently valid. */
  tokens(): { accessToken: string; refreshToken: string };
  /** The number of expired access tokens, and the number of applied refreshes. */
  readonly counts: { expired: number; refreshed: number };
  /** The refresh tokens that were sent after their first use. */
  readonly reused: readonly string[];
  close(): Promise<void>;
}

export const startSingleUseServer = async (processes: number, expiries: number): Promise<SingleUseServer> => {
  const counts = { expired: 0, refreshed: 0 };
  const reused: string[] = [];
  let generation = 1;
  let isExpired = false;
  let users = new Set<unknown>();
  const tokens = () => ({ accessToken: `access-${generation}`, refreshToken: `refresh-${generation}` });

  const refresh = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const { refresh_token } = (await json(request)) as { refresh_token: string };
    if (refresh_token !== tokens().refreshToken) {
      reused.push(refresh_token);
      return [401, {}];
    }
    generation++;
    counts.refreshed++;
    isExpired = false;
    users = new Set();
    return [200, { data: { id: 'user-1', type: 'session', attributes: tokens() } }];
  };

  const call = (request: IncomingMessage): [number, unknown] => {
    if (isExpired || request.headers.authorization !== `Bearer ${tokens().accessToken}`) return [401, {}];
    if (counts.expired === expiries) return [200, { theme: ENOUGH }];
    // A retried call counts as its process's first call with the new token, so the token does not expire during the retry.
    users.add(request.headers['x-process']);
    if (users.size === processes) {
      isExpired = true;
      counts.expired++;
    }
    return [200, {}];
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [status, body] = request.url?.includes('/oauth/token/refresh') ? await refresh(request) : call(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    counts,
    reused,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
