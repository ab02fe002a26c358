import { readRequest, type ReadRequest } from '@platform-sdk/core/server';
import type { JsonLimits } from '../requests/json-limits.ts';
import { createRequestBody, type RequestBody } from '../requests/request-body.ts';
import type { World } from '../world/state.ts';
import type { Found, Router } from './router.ts';
import { ORDINARY_LIMITS, type Route } from './routes.ts';

/** The operation of a request, with its path parameters and its body. */
export interface FoundOperation {
  readonly route: Route;
  readonly values: readonly string[];
  readonly body: RequestBody;
}

/** The body of a request whose rule reads the body itself. */
const NO_BODY: RequestBody = { json: async () => undefined };
const UNREADABLE: Pick<ReadRequest, 'problems' | 'unknown'> = { problems: [], unknown: [''] };

/** Parses the input of an operation from a request. */
export const readInput = ({ route, values, body }: FoundOperation, request: Request, world: World): Promise<ReadRequest> => {
  const { name, parameters, operation } = route;
  const named = Object.fromEntries(parameters.map((parameter, index) => [parameter, values[index] ?? '']));
  const { url, method } = request;
  const incoming = {
    url,
    method,
    document: () => body.json(),
    text: () => request.text(),
    formData: () => request.formData(),
  };
  return readRequest(operation, incoming, named, world.settings.wireNames[name]);
};

/** Returns the limits for a body. Without valid credentials, the limits are low, but high enough to choose an operation. */
const limitsFor = ({ check, limits }: Route, request: Request, world: World): JsonLimits => {
  try {
    check(request, world);
    return limits;
  } catch {
    return ORDINARY_LIMITS;
  }
};

/**
 * Chooses among operations with the same method and path. Returns the first operation that accepts the whole request, or else the operation
 * with the fewest problems and unknown fields.
 */
const chooseByBody = async (
  { routes, values }: Found<Route>,
  request: Request,
  body: RequestBody,
  world: World,
): Promise<FoundOperation> => {
  let [route] = routes as readonly [Route];
  let fewest = Infinity;
  for (const candidate of routes) {
    if (fewest === 0) break;
    // No operation accepts an unreadable body. The call is rejected after its credentials are checked.
    const { problems, unknown } = await readInput({ route: candidate, values, body }, request, world).catch(() => UNREADABLE);
    const misfits = problems.length + unknown.length;
    if (misfits <= fewest) [route, fewest] = [candidate, misfits];
  }
  return { route, values, body };
};

/** Finds the operation for a request by its method and path. If several operations match, the body decides. */
export const findOperation = async (
  router: Router<Route>,
  request: Request,
  path: string,
  { world, isReadAgain }: { readonly world: World; readonly isReadAgain: boolean },
): Promise<FoundOperation | undefined> => {
  const found = router.find(request.method, path);
  if (!found) return undefined;
  const { routes, values } = found;
  const [route] = routes as readonly [Route];
  if (routes.length === 1) return { route, values, body: route.isUnread ? NO_BODY : createRequestBody(request, route.limits) };
  const body = createRequestBody(isReadAgain ? request.clone() : request, limitsFor(route, request, world));
  return chooseByBody(found, request, body, world);
};
