import { isPlatformError } from '@platform-sdk/core';
import { readRequest, rename, writeAnswer, type IncomingRequest, type ReadRequest } from '@platform-sdk/core/server';
import { basePaths } from './base-urls.ts';
import { challengeFor } from './credentials.ts';
import { answerFault, FAULT_FAILED, type LiveFaults } from './faults.ts';
import { withoutBody } from './head.ts';
import { brief, note, type JournalEntry, type OpenEntry } from './journal.ts';
import { jsonApiDialect } from './json-api-dialect.ts';
import { refusalOf, refusalOfProblems, refuse, type Dialect, type Refusal, type Respond } from './refusal.ts';
import type { Found } from './router.ts';
import type { JsonLimits } from './json-limits.ts';
import { createRequestBody, type RequestBody } from './request-body.ts';
import { createRoutes, ORDINARY_LIMITS, type Implementation, type Route } from './routes.ts';
import type { Call, LocalService } from './service.ts';
import { sourceOf } from './source.ts';
import type { World } from './world.ts';

export interface EngineParts {
  readonly services: readonly LocalService[];
  readonly world: World;
  readonly faults: LiveFaults;
  readonly journal: JournalEntry[];
}

/** Answers a request; rejects only when a fault breaks the connection. */
export type Engine = (request: Request, respond: Respond) => Promise<Response>;

/** A call whose operation is known. */
interface Matched {
  readonly route: Route;
  readonly values: readonly string[];
  readonly body: RequestBody;
}

/** The body that the engine has of a request which its rule reads itself. */
const NO_BODY: RequestBody = { json: async () => undefined };
const NOTHING_FITS: Pick<ReadRequest, 'problems' | 'unknown'> = { problems: [], unknown: [''] };

/** A response names no more problems than anybody reads: to place each in the request takes a moment. */
const MAX_PROBLEMS = 20;
const MAX_UNKNOWN_FIELDS = 100;

/** What is known of a call under way. */
interface Asked {
  readonly matched: Matched | undefined;
  readonly entry: OpenEntry;
  /** The JSON that came with it, once it is read. */
  document?: unknown;
}

/** One fetch function for all services: it finds the operation, checks the credentials and the input, and runs the rule. */
export const createEngine = ({ services, world, faults, journal }: EngineParts): Engine => {
  const routes = createRoutes(services);

  const read = ({ route, values, body }: Matched, request: Request): Promise<ReadRequest> => {
    const { name, parameters, implementation } = route;
    const named = Object.fromEntries(parameters.map((parameter, index) => [parameter, values[index] ?? '']));
    const { url, method } = request;
    const incoming: IncomingRequest = {
      url,
      method,
      document: () => body.json(),
      text: () => request.text(),
      formData: () => request.formData(),
    };
    return readRequest((implementation as Implementation).operation, incoming, named, world.settings.wireNames[name]);
  };

  /** A caller without credentials has nothing read but what tells one operation from another. */
  const limitsFor = ({ implementation }: Route, request: Request): JsonLimits => {
    try {
      implementation?.check(request, world);
      return implementation?.limits ?? ORDINARY_LIMITS;
    } catch {
      return ORDINARY_LIMITS;
    }
  };

  /** Where operations share a method and a path, the call is the first's into which it fits whole, or the one's into which it fits best. */
  const choose = async ({ routes: candidates, values }: Found<Route>, request: Request): Promise<Matched> => {
    const [first] = candidates as readonly [Route];
    const { isUnread, limits = ORDINARY_LIMITS } = first.implementation ?? {};
    if (candidates.length === 1) return { route: first, values, body: isUnread ? NO_BODY : createRequestBody(request, limits) };
    // A fault may still read the request itself.
    const body = createRequestBody(faults.isEmpty ? request : request.clone(), limitsFor(first, request));
    let route = first;
    let fewest = Infinity;
    for (const candidate of candidates) {
      if (fewest === 0) break;
      // A body that cannot be read fits none; the call is rejected once its credentials are checked.
      const { problems, unknown } = await read({ route: candidate, values, body }, request).catch(() => NOTHING_FITS);
      const misfits = problems.length + unknown.length;
      if (misfits <= fewest) [route, fewest] = [candidate, misfits];
    }
    return { route, values, body };
  };

  const run = async (asked: Asked, request: Request, respond: Respond): Promise<Response> => {
    const { matched, entry } = asked;
    if (!matched) return refuse(404, 'UNKNOWN_PATH', `The API specification has no operation ${request.method} ${entry.path}.`);
    const { name, implementation } = matched.route;
    if (!implementation) return refuse(501, 'NOT_IMPLEMENTED', `The local platform does not have this operation yet: ${name}.`);

    const { operation, check, rule, isUnread } = implementation;
    // HEAD must change nothing, so it cannot do what such a GET does.
    if (entry.method === 'HEAD' && operation.retry !== 'safe') {
      const refusal = { status: 405, code: 'METHOD_NOT_ALLOWED', message: `${name} is not for HEAD.` };
      return word(asked, refusal, request, (document, init) =>
        respond(document, { ...init, headers: { ...init.headers, allow: operation.method } }),
      );
    }
    const account = check(request, world);
    for (const { admit } of services) admit?.(request, world);
    const call: Call = {
      world,
      request,
      theirs: (document) => rename(document, world.settings.wireNames[name] ?? {}, 'theirs'),
      get user() {
        return account ?? refuse(401, 'INVALID_TOKEN', `${name} has no signed-in user.`);
      },
    };
    const { input, problems, unknown, document } = await read(matched, request);
    entry.unknownFields = unknown.slice(0, MAX_UNKNOWN_FIELDS).map(brief);
    asked.document = document;
    if (problems.length > 0 && !isUnread) return word(asked, refusalOfProblems(problems.slice(0, MAX_PROBLEMS)), request, respond);
    const output = await rule(input, call);
    return output instanceof Response ? output : writeAnswer(operation, output, world.settings.wireNames[name], respond);
  };

  /** The dialect of the service at a path, where no operation is known. */
  const dialectAt = (path: string): Dialect | undefined =>
    services.find(({ base, dialect }) => dialect && `${path}/`.startsWith(`${basePaths[base]}/`))?.dialect;

  /** Words a refusal as the service does that was asked. */
  const word = ({ matched, entry, document }: Asked, refusal: Refusal, request: Request, respond: Respond): Response => {
    const { name = '', implementation } = matched?.route ?? {};
    const renames = world.settings.wireNames[name];
    const { operation } = implementation ?? {};
    const inJsonApi = jsonApiDialect((field) => operation && sourceOf(field, { operation, document, renames }));
    const dialect = implementation?.dialect ?? dialectAt(entry.path) ?? inJsonApi;
    return dialect(refusal, request, (worded, init) => {
      const challenge = { 'www-authenticate': challengeFor(operation?.credentials) };
      return respond(worded, init.status === 401 ? { ...init, headers: { ...challenge, ...init.headers } } : init);
    });
  };

  return async (sent, respond) => {
    const path = pathOf(sent.url);
    const { method, url, headers, signal } = sent;
    const isHead = method === 'HEAD';
    // What HEAD is answered has to be what GET would be, to the byte.
    const request = isHead ? new Request(url, { headers, signal }) : sent;
    const found = routes.find(request.method, path);
    const matched = found && (await choose(found, request));
    const entry = note(journal, {
      operation: matched?.route.name,
      method,
      path: brief(path),
      status: undefined,
      unknownFields: [],
      at: world.clock.now(),
    });
    const asked: Asked = { matched, entry };
    const answer = async (): Promise<Response> => {
      const response = await run(asked, request, respond).catch((error: unknown) => word(asked, refusalOf(error), request, respond));
      return isHead ? withoutBody(response) : response;
    };
    const service = { run: answer, word: (refusal: Refusal, made: Respond) => word(asked, refusal, request, made) };
    const unlessBroken = async (): Promise<Response> => {
      try {
        const fault = faults.take(matched?.route.name, sent);
        if (!fault) return await answer();
        const response = await answerFault(fault, sent, service);
        if (!isHead) return response;
        await response.body?.cancel();
        return new Response(null, response);
      } catch (error) {
        // A fault that is itself wrong is told; one that breaks the connection does.
        if (isPlatformError(error) && error.code === FAULT_FAILED) return word(asked, refusalOf(error), request, respond);
        throw error;
      }
    };
    const response = await unlessBroken();
    entry.status = response.status;
    for (const { heard } of services) heard?.(request, entry, world);
    return response;
  };
};

/** The path of an absolute address. */
const pathOf = (url: string): string => {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
};
