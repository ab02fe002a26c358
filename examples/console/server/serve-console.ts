import { serve } from 'srvx';
import { admit, errorResponse } from './admit.ts';
import type { Environment } from './environment.ts';
import { createPages } from './pages.ts';
import { relayedServices } from './relayed-services.ts';
import { createUserCheck } from './signed-in-user.ts';

interface ServeOptions {
  /** The port. Default: a free port. */
  readonly port?: number;
  /** Wraps every relayed request, for example to trace it. Default: no wrapper. */
  readonly around?: (request: Request, respond: () => Promise<Response>) => Promise<Response>;
}

/** A console that listens on a port of this machine. */
export interface ConsoleServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const RELAY_PATH = /^\/relay\/([a-z]+)(\/.*)?$/;

/** Serves the page in `folder`, and relays the calls whose credentials must not be in a page. */
export const serveConsole = async (environment: Environment, folder: string, options: ServeOptions = {}): Promise<ConsoleServer> => {
  const { port = 0, around = (_, respond) => respond() } = options;
  const pages = createPages(folder, environment);
  const services = relayedServices(environment);
  const userOf = createUserCheck(environment);

  const relay = async (request: Request, name: string, path: string): Promise<Response> => {
    const service = Object.hasOwn(services, name) ? services[name] : undefined;
    if (!service) return errorResponse(404, 'NOT_RELAYED', `The console does not relay ${name}.`);
    const user = await userOf(request);
    if (!user) return errorResponse(401, 'SIGN_IN', 'Sign in again.');
    return service(request, path, user);
  };

  const server = serve({
    port,
    hostname: '127.0.0.1',
    silent: true,
    gracefulShutdown: false,
    async fetch(received) {
      const request = await admit(received, Number(new URL(server.url as string).port));
      if (request instanceof Response) return request;
      const { pathname } = new URL(request.url);
      const [, name, path = '/'] = RELAY_PATH.exec(pathname) ?? [];
      try {
        return await (name === undefined ? pages(pathname) : around(request, () => relay(request, name, path)));
      } catch (error) {
        console.error(error);
        return errorResponse(500, 'CONSOLE_FAILED', 'The server of the console failed.');
      }
    },
  });
  await server.ready();
  return { url: new URL(server.url as string).origin, close: () => server.close(true) };
};
