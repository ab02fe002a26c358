/** Calls the local platform through a proxy that checks every exchange against our OpenAPI documents. */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@platform-sdk/local-platform';
import type { Check, Judge } from './check.ts';
import * as control from './operations-control.ts';
import * as data from './operations-data.ts';
import { clientsAt, createScene } from './clients-at.ts';
import { pathPattern, startProxy, type ValidatingProxy } from './validating-proxy.ts';

interface Row {
  readonly service: string;
  readonly method: string;
  readonly path: string;
}

const documented = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../test/specification/documented-operations.json'), 'utf8'),
) as readonly Row[];

/** Calls every method of every client through the proxy. */
const callEverything = async (): Promise<Pick<ValidatingProxy, 'exchanges' | 'violations'>> => {
  const local = createScene();
  const server = await serve(local);
  const proxy = await startProxy(server.origin);
  try {
    const clients = clientsAt(local, proxy.origin);
    const stage = { local, origin: proxy.origin, ada: clients, grace: clientsAt(local, proxy.origin) };
    for (const act of [...Object.values(control), ...Object.values(data)]) await act(stage);
    return { exchanges: [...proxy.exchanges], violations: [...proxy.violations] };
  } finally {
    await proxy.close();
    await server.close();
  }
};

/** Returns true if a documented operation was called and succeeded. */
const succeeded = ({ exchanges }: Pick<ValidatingProxy, 'exchanges'>, { service, method, path }: Row): boolean => {
  const pattern = pathPattern(path);
  const prefix = service.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return exchanges.some(
    (each) => each.method === method && pattern.test(each.path) && each.operation.startsWith(`${prefix}.`) && each.status < 300,
  );
};

/** Starts a server that always responds with the same document. */
const startStub = async (document: unknown): Promise<{ origin: string; close: () => void }> => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
};

/** Returns the violations that the proxy finds in one exchange. */
const violationsOf = async (document: unknown, path: string, init: RequestInit): Promise<string[]> => {
  const upstream = await startStub(document);
  const proxy = await startProxy(upstream.origin);
  try {
    await fetch(proxy.origin + path, init);
    return proxy.violations.map(({ direction, message }) => `${direction} ${message}`);
  } finally {
    await proxy.close();
    upstream.close();
  }
};

const expectOne = (found: readonly string[], pattern: RegExp): void => {
  if (found.length === 0 || !found.every((each) => pattern.test(each)))
    throw new Error(`found ${JSON.stringify(found)}, expected ${pattern.source}`);
};

const headers = { 'Api-Key': 'app', 'content-type': 'application/json' };
const login = { method: 'POST', headers, body: JSON.stringify({ username: 'ada', password: 'x', extra: 1 }) };
const organizations = { data: [] };
const signedIn = { headers: { 'Api-Key': 'app', authorization: 'Bearer x' } };

/** Checks that the judge itself can find violations. */
const own: readonly Check[] = [
  {
    title: 'finds an unknown field of a request',
    run: async () =>
      expectOne(
        (await violationsOf({}, '/auth/v1/oauth/token', login)).filter((each) => each.startsWith('request')),
        /additional propert/i,
      ),
  },
  {
    title: 'finds a missing credential',
    run: async () => expectOne(await violationsOf(organizations, '/control/v1/organizations', {}), /security|authoriz/i),
  },
  {
    title: 'finds a mistyped field of a response',
    run: async () => expectOne(await violationsOf({ data: 7 }, '/control/v1/organizations', signedIn), /response 200 .*array/i),
  },
  {
    title: 'finds no violation in a correct exchange',
    async run() {
      const found = await violationsOf(organizations, '/control/v1/organizations', signedIn);
      if (found.length > 0) throw new Error(found.join('\n'));
    },
  },
];

let everything: ReturnType<typeof callEverything> | undefined;

export const prism: Judge = {
  name: 'Prism',
  checks: [
    ...own,
    ...documented.map((row) => ({
      title: `${row.service}: ${row.method} ${row.path} succeeds`,
      async run() {
        const seen = await (everything ??= callEverything());
        if (!succeeded(seen, row)) throw new Error('it did not succeed');
      },
    })),
    {
      title: 'every exchange matches its OpenAPI document',
      async run() {
        const { violations } = await (everything ??= callEverything());
        if (violations.length > 0)
          throw new Error(violations.map(({ operation, direction, message }) => `${operation}, ${direction}: ${message}`).join('\n'));
      },
    },
  ],
};
