/// <reference lib="esnext.disposable" preserve="true" />
import type { BaseName } from '@platform-sdk/core';
import { amount, array, boolean, either, integer, object, optional, string } from '@platform-sdk/core/contract';
import { asyncDisposeKey, checkNoPromise, checkOptions, pause } from '@platform-sdk/core/internal';
import { jsonApiDialect } from '../errors/json-api-dialect.ts';
import { reasonOf } from '../errors/reason-phrases.ts';
import { refusalOf, type Respond } from '../errors/refusal.ts';
import { isBreak } from '../faults/connection-reset.ts';
import type { LocalPlatform } from '../platform/local-platform.ts';
import { sampleSiteAt } from '../sample-site/index.ts';
import type { ServerRequest } from 'srvx';
import type { Control } from '../control/control.ts';
import { controlOptions, type ControlOptions } from '../options/control.ts';
import { isLoopback } from '../text/loopback.ts';
import { createAccess, type AccessOptions } from './access.ts';
import { exposed, isPreflight, preflight, readable, withReason } from './cors.ts';

/** Options of a local platform on a port. */
export interface ServeOptions extends AccessOptions {
  /** The port. Default: a free port. */
  readonly port?: number;
  /**
   * The address to listen at. Default: `127.0.0.1`, which only this machine reaches. With `0.0.0.0` or `::`, other machines can connect
   * by address or by a name in `hosts`. The returned URLs are valid on this machine.
   */
  readonly hostname?: string;
  /**
   * Serves the control API below `/_local/` and the inspector page at `/`. Records each request and the state before it. Default: false.
   */
  readonly control?: boolean | ControlOptions;
  /** The delay of every service response, in milliseconds. Default: 0. */
  readonly latencyMs?: number;
  /** Serves https with this certificate, in PEM. Default: http. */
  readonly tls?: { readonly certificate: string; readonly privateKey: string };
}

type Tls = NonNullable<ServeOptions['tls']>;

const serveOptions = object<ServeOptions>({
  port: optional(integer({ minimum: 0, maximum: 65_535 })),
  hostname: optional(string),
  hosts: optional(array<string, readonly string[]>(string)),
  origins: optional(array<string, readonly string[]>(string)),
  control: optional(either(boolean, controlOptions)),
  latencyMs: optional(amount),
  tls: optional(object<Tls>({ certificate: string, privateKey: string })),
});

const JSON_TYPE = { 'content-type': 'application/json' };
const JSON_HEADERS = { ...JSON_TYPE, ...exposed(['content-type']) };

/** A local platform on a real port. */
export interface LocalServer {
  /** The origin, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly port: number;
  /** The base URLs of all services, for the `baseUrls` option of the clients. */
  readonly baseUrls: Record<BaseName, string>;
  /** The URL of the sample site for browsers on this machine. The converter also accepts `platform.sampleSite`. */
  readonly sampleSite: string;
  /** The token of the control API, and the URL of the inspector page, which contains the token. */
  readonly control?: { readonly token: string; readonly inspector: string };
  /** Stops the server and closes open connections at once. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves a local platform over HTTP or HTTPS on Node. Rejects requests for other hosts, or from pages of other origins, before any rule
 * runs.
 */
export const serve = async (platform: LocalPlatform, options: ServeOptions = {}): Promise<LocalServer> => {
  checkNoPromise('serve: the local platform', platform);
  checkOptions('serve', serveOptions, options);
  const { port = 0, hostname = '127.0.0.1' } = options;
  const access = createAccess(options, hostname);
  // Imports the server only here, so that programs without a server never load it.
  const { FastResponse, serve: listen } = await import('srvx');

  let origin = '';
  const { control: wanted, latencyMs = 0 } = options;
  const control = wanted ? await startControl(platform, () => origin, wanted === true ? {} : wanted) : undefined;

  const server = listen({
    port,
    hostname,
    silent: true,
    gracefulShutdown: false,
    ...(options.tls && { tls: { cert: options.tls.certificate, key: options.tls.privateKey }, node: { http2: false } }),
    async fetch(request) {
      const target = request.runtime?.node?.req.url;
      const refusal = access.refusalFor(request, target);
      if (refusal) {
        const { status, message } = refusal;
        return new FastResponse(`${message}\n`, {
          status,
          statusText: reasonOf(status),
          headers: { 'content-type': 'text/plain; charset=utf-8' },
        });
      }
      const controlled = await control?.respond(request);
      if (controlled) return withReason(controlled);
      const cors = access.corsFor(request);
      if (isPreflight(request, target)) return preflight(request, cors);
      let quick: Response | undefined;
      const respond: Respond = (document, { status, headers }) =>
        (quick = new FastResponse(JSON.stringify(document), {
          status,
          // HTTP makes the reason phrase optional, but some clients, such as h2load, need it.
          statusText: reasonOf(status),
          headers: headers
            ? { ...JSON_TYPE, ...headers, ...exposed(['content-type', ...Object.keys(headers)]), ...cors }
            : { ...JSON_HEADERS, ...cors },
        }));
      try {
        if (latencyMs > 0) await pause(latencyMs, request.signal).catch(() => undefined);
        const response = await (control ? control.run(request) : platform.handle(request, respond));
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

  const url = reachable(new URL(server.url as string));
  ({ origin } = url);
  const close = async (): Promise<void> => {
    control?.close();
    await server.close(true);
  };
  const asyncDispose: typeof Symbol.asyncDispose = asyncDisposeKey();
  return {
    origin,
    port: Number(url.port),
    baseUrls: platform.baseUrls(origin),
    sampleSite: sampleSiteAt(Number(url.port)).replace('http:', url.protocol),
    ...(control && { control: { token: control.token, inspector: `${origin}/#token=${encodeURIComponent(control.token)}` } }),
    close,
    [asyncDispose]: close,
  };
};

/** Loads the control API on demand. */
const startControl = async (platform: LocalPlatform, origin: () => string, options: ControlOptions): Promise<Control> => {
  const { createControl } = await import('../control/control.ts');
  const isLocalPeer = (request: ServerRequest): boolean => isLoopback((request.ip ?? '').replace(/^::ffff:/, ''));
  return createControl({ platform, origin, isLocalPeer }, options);
};

/**
 * Replaces the address of a server that listens at all addresses with a loopback address, because clients send unencrypted requests only to
 * loopback.
 */
const reachable = (url: URL): URL => {
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url;
};
