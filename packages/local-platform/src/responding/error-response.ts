import { sourceOf } from '../errors/error-source.ts';
import { jsonApiDialect } from '../errors/json-api-dialect.ts';
import { UNSUPPORTED_ENCODING, type Dialect, type Refusal, type Respond } from '../errors/refusal.ts';
import { basePaths } from '../routing/base-urls.ts';
import { challengeFor } from '../routing/credentials.ts';
import type { FoundOperation } from '../routing/find-operation.ts';
import type { LocalService } from '../routing/service.ts';
import type { OpenEntry } from '../world/request-log.ts';
import type { World } from '../world/state.ts';

/** A call that is still waiting for its response. */
export interface PendingCall {
  readonly request: Request;
  /** Undefined if the path is unknown. */
  readonly found: FoundOperation | undefined;
  readonly entry: OpenEntry;
  /** The JSON of the body. Undefined until the body is read. */
  document?: unknown;
}

/** Renders an error in the format of the called service. */
export type RenderError = (call: PendingCall, refusal: Refusal, respond: Respond) => Response;

export const createErrorRenderer = (services: readonly LocalService[], world: World): RenderError => {
  /** Returns the error format of the service at a path, even if no operation matches. */
  const dialectAt = (path: string): Dialect | undefined =>
    services.find(({ base, dialect }) => dialect && `${path}/`.startsWith(`${basePaths[base]}/`))?.dialect;

  return ({ request, found, entry, document }, refusal, respond) => {
    const { name = '', operation, dialect } = found?.route ?? {};
    const renames = world.settings.wireNames[name];
    const inJsonApi = jsonApiDialect((field) => operation && sourceOf(field, { operation, document, renames }));
    const render = dialect ?? dialectAt(entry.path) ?? inJsonApi;
    return render(refusal, request, (body, init) => {
      const named =
        init.status === 401
          ? { 'www-authenticate': challengeFor(operation?.credentials) }
          : refusal.code === UNSUPPORTED_ENCODING && { 'accept-encoding': 'identity' };
      return respond(body, named ? { ...init, headers: { ...named, ...init.headers } } : init);
    });
  };
};
