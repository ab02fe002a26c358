/// <reference lib="esnext.disposable" preserve="true" />
import type { BaseName } from '@platform-sdk/core';
import { jsonApiDialect } from '../errors/json-api-dialect.ts';
import { refusalOf, type Respond } from '../errors/refusal.ts';
import { isBreak } from '../faults/connection-reset.ts';
import { checkFields, type FieldsOf } from '../options/check-fields.ts';
import type { LocalPlatform } from '../platform/local-platform.ts';
import { sampleSiteAt } from '../sample-site/index.ts';
import { createAccess, type AccessOptions } from './access.ts';
import { exposed, preflight, readable } from './cors.ts';

/** Options of a local platform on a port. */
export interface ServeOptions extends AccessOptions {
  /** The port. Default: a free one. */
  readonly port?: number;
  /**
   * The address to listen at. Default: `127.0.0.1`, which only this machine reaches. With `0.0.0.0` or `::` other machines reach the port
   * too, by address or by a name in `hosts`. The returned addresses are those of this machine.
   */
  readonly hostname?: string;
}

const OPTION_FIELDS: FieldsOf<ServeOptions> = { port: true, hostname: true, hosts: true, origins: true };

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

/** Serves a local platform over HTTP on Node, to programs and pages of this machine. Others get 403 before any rule runs. */
export const serve = async (platform: LocalPlatform, options: ServeOptions = {}): Promise<LocalServer> => {
  checkFields('serve', options, OPTION_FIELDS);
  const { port = 0, hostname = '127.0.0.1' } = options;
  const access = createAccess(options, hostname);
  // Loaded only by programs that serve.
  const { FastResponse, serve: listen } = await import('srvx');

  const server = listen({
    port,
    hostname,
    silent: true,
    gracefulShutdown: false,
    async fetch(request) {
      const refusal = access.refusalFor(request);
      if (refusal !== undefined) return new FastResponse(`${refusal}\n`, { status: 403, headers: { 'content-type': 'text/plain' } });
      const cors = access.corsFor(request);
      if (request.method === 'OPTIONS') return preflight(request, cors);
      let quick: Response | undefined;
      const respond: Respond = (document, { status, headers }) =>
        (quick = new FastResponse(JSON.stringify(document), {
          status,
          headers: { 'content-type': 'application/json', ...headers, ...exposed(['content-type', ...Object.keys(headers ?? {})]), ...cors },
        }));
      try {
        const response = await platform.handle(request, respond);
        return response === quick ? response : readable(response, cors);
      } catch (error) {
        if (!isBreak(error) && !request.signal.aborted)
          return readable(
            jsonApiDialect()(refusalOf(error), request, (document, init) => Response.json(document, init)),
            cors,
          );
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

/** The address of this machine for a server that listens at all addresses: clients send unencrypted requests only to loopback. */
const reachable = (url: URL): URL => {
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url;
};
