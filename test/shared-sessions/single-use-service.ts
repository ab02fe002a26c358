/** A service whose refresh tokens work once. It also serves a page, so that tabs share its origin. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The tokens of a session that the service issued. */
export interface Pair {
  readonly id: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Counts of refreshes. */
interface Counts {
  /** The number of exchanged refresh tokens. */
  exchanged: number;
  /** The number of refresh tokens that were sent after their use. */
  reused: number;
}

export interface SingleUseService {
  readonly origin: string;
  readonly counts: Counts;
  /** Signs a user in. */
  readonly login: (user: string) => Pair;
  /** Makes every access token expire. */
  readonly expire: () => void;
  /** Returns true if these are the newest tokens of their user. */
  readonly isNewest: (pair: Partial<Pair> | undefined | null) => boolean;
  /** Called when a refresh arrives, and again after its exchange. The service waits for a returned promise. */
  onRefresh: ((step: 'arrived' | 'exchanged') => unknown) | undefined;
  /** Called when a tab begins to wait for `/stop/<milliseconds>`. */
  onStop: (() => void) | undefined;
  readonly close: () => Promise<void>;
}

/** The duration of an exchange, in milliseconds. It simulates a network. */
const EXCHANGE_MS = 20;

export const startSingleUseService = async (script = ''): Promise<SingleUseService> => {
  const counts: Counts = { exchanged: 0, reused: 0 };
  const newest = new Map<string, Pair>();
  const over = new Set<string>();
  let count = 0;

  const issue = (id: string): Pair => {
    const pair = { id, accessToken: `access-${id}-${++count}`, refreshToken: `refresh-${id}-${count}` };
    newest.set(id, pair);
    return pair;
  };

  const exchange = async (token: string, response: ServerResponse): Promise<void> => {
    await service.onRefresh?.('arrived');
    await new Promise((resolve) => setTimeout(resolve, EXCHANGE_MS));
    const [id] = [...newest].find(([, pair]) => pair.refreshToken === token) ?? [];
    if (id === undefined) {
      counts.reused++;
      return reply(response, 401, { error: 'invalid_grant' });
    }
    counts.exchanged++;
    const { id: _, ...attributes } = issue(id);
    await service.onRefresh?.('exchanged');
    reply(response, 200, { data: { id, type: 'session', attributes } });
  };

  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    if (url === '/')
      return void response
        .setHeader('Content-Type', 'text/html')
        .end('<!doctype html><title>tab</title><script type="module" src="/tab.js"></script>');
    if (url === '/tab.js') return void response.setHeader('Content-Type', 'text/javascript').end(script);
    if (url.startsWith('/stop/')) {
      service.onStop?.();
      return void setTimeout(() => response.end(), Number(url.slice(6)));
    }
    if (url === '/v1/call') {
      const token = headers.authorization?.replace('Bearer ', '') ?? '';
      const isGood = !over.has(token) && [...newest.values()].some(({ accessToken }) => accessToken === token);
      return reply(response, isGood ? 200 : 401, isGood ? { user: token.split('-')[1] } : { error: 'over' });
    }
    if (url !== '/v1/oauth/token/refresh') return reply(response, 404, {});
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => void exchange((JSON.parse(body) as { refresh_token: string }).refresh_token, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const service: SingleUseService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    login: issue,
    expire: () => {
      for (const { accessToken } of newest.values()) over.add(accessToken);
    },
    isNewest: (pair) => pair?.refreshToken !== undefined && newest.get(pair.id ?? '')?.refreshToken === pair.refreshToken,
    onRefresh: undefined,
    onStop: undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
};

const reply = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
