/// <reference lib="esnext.disposable" preserve="true" />
import type { BaseName } from '@platform-sdk/core';
import { CORS, preflight, readable } from './cors.ts';
import type { LocalPlatform } from './platform.ts';
import { isBreak } from './faults.ts';
import { jsonApiDialect } from './json-api-dialect.ts';
import { refusalOf, type Respond } from './refusal.ts';
import { sampleSiteAt } from './sample-site/index.ts';

/** Where a local platform listens. */
export interface ServeOptions {
  /** A free one by default. */
  readonly port?: number;
  /** `127.0.0.1` by default: nobody else can reach it. With `0.0.0.0` or `::` others can; the addresses it gives are those of this machine. */
  readonly hostname?: string;
}

/** A local platform on a real port. */
export interface LocalServer {
  /** Such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly port: number;
  /** The base addresses of all services, for the `baseUrls` option of the clients. */
  readonly baseUrls: Record<BaseName, string>;
  /** The sample site, for browsers on this machine; the converter finds it at `platform.sampleSite` too. */
  readonly sampleSite: string;
  /** Stops at once; open connections are closed. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Serves a local platform over HTTP on Node, to any origin's scripts too. */
export const serve = async (platform: LocalPlatform, { port = 0, hostname = '127.0.0.1' }: ServeOptions = {}): Promise<LocalServer> => {
  // Only who serves pays for the server.
  const { FastResponse, serve: listen } = await import('srvx');

  const server = listen({
    port,
    hostname,
    silent: true,
    gracefulShutdown: false,
    async fetch(request) {
      if (request.method === 'OPTIONS') return preflight(request);
      let quick: Response | undefined;
      const respond: Respond = (document, { status, headers }) =>
        (quick = new FastResponse(JSON.stringify(document), {
          status,
          headers: { 'content-type': 'application/json', ...headers, ...CORS },
        }));
      try {
        const response = await platform.handle(request, respond);
        return response === quick ? response : readable(response);
      } catch (error) {
        if (!isBreak(error) && !request.signal.aborted)
          return readable(jsonApiDialect()(refusalOf(error), request, (document, init) => Response.json(document, init)));
        request.runtime?.node?.res?.socket?.resetAndDestroy();
        return new FastResponse(null);
      }
    },
  });
  await server.ready();

  const { origin, port: given } = reachable(new URL(server.url as string));
  const close = (): Promise<void> => server.close(true);
  const baseUrls = platform.baseUrls(origin);
  return { origin, port: Number(given), baseUrls, sampleSite: sampleSiteAt(Number(given)), close, [Symbol.asyncDispose]: close };
};

/** An address that listens to all of a machine's, as who is on it calls it: clients send nothing unencrypted anywhere else. */
const reachable = (url: URL): URL => {
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url;
};
