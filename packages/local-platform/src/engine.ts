import { readRequest, writeAnswer, type ReadRequest } from '@platform-sdk/core/server';
import { answerFault, type LiveFaults } from './faults.ts';
import { note, type JournalEntry, type OpenEntry } from './journal.ts';
import { answerProblems, answerRefusal, refusalOf, refusalOfProblems, refuse, type Respond } from './refusal.ts';
import type { Found } from './router.ts';
import { createRoutes, type Implementation, type Route } from './routes.ts';
import type { Call, LocalService } from './service.ts';
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
}

/** One fetch function for all services: it finds the operation, checks the credentials and the input, and runs the rule. */
export const createEngine = ({ services, world, faults, journal }: EngineParts): Engine => {
  const routes = createRoutes(services);

  const read = ({ name, parameters, implementation }: Route, values: readonly string[], request: Request): Promise<ReadRequest> => {
    const named = Object.fromEntries(parameters.map((parameter, index) => [parameter, values[index] ?? '']));
    return readRequest((implementation as Implementation).operation, request, named, world.settings.wireNames[name]);
  };

  /** Where operations share a method and a path, the call is the first's into which it fits whole, or the one's into which it fits best. */
  const choose = async ({ routes: candidates, values }: Found<Route>, request: Request): Promise<Matched> => {
    let route = candidates[0] as Route;
    let fewest = Infinity;
    for (const candidate of candidates) {
      if (candidates.length === 1 || fewest === 0) break;
      const { problems, unknown } = await read(candidate, values, request.clone());
      const misfits = problems.length + unknown.length;
      if (misfits <= fewest) [route, fewest] = [candidate, misfits];
    }
    return { route, values };
  };

  const run = async (matched: Matched | undefined, request: Request, entry: OpenEntry, respond: Respond): Promise<Response> => {
    if (!matched) return refuse(404, 'UNKNOWN_PATH', `No document shows ${entry.method} ${entry.path}.`);
    const { name, implementation } = matched.route;
    if (!implementation) return refuse(501, 'NOT_IMPLEMENTED', `The local platform does not have this operation yet: ${name}.`);

    const { operation, check, rule, dialect } = implementation;
    const account = check(request, world);
    for (const { admit } of services) admit?.(request, world);
    const call: Call = {
      world,
      request,
      get user() {
        return account ?? refuse(401, 'INVALID_TOKEN', `${name} has no signed-in user.`);
      },
    };
    const { input, problems, unknown } = await read(matched.route, matched.values, request);
    entry.unknownFields = unknown;
    if (problems.length > 0)
      return dialect ? dialect(refusalOfProblems(problems), request, respond) : answerProblems(operation, problems, respond);
    const output = await rule(input, call);
    return output instanceof Response ? output : writeAnswer(operation, output, world.settings.wireNames[name], respond);
  };

  return async (request, respond) => {
    const path = pathOf(request.url);
    const found = routes.find(request.method, path);
    const matched = found && (await choose(found, request));
    const entry = note(journal, {
      operation: matched?.route.name,
      method: request.method,
      path,
      status: undefined,
      unknownFields: [],
      at: world.clock.now(),
    });
    const answer = async (): Promise<Response> => {
      try {
        return await run(matched, request, entry, respond);
      } catch (error) {
        const { dialect, operation } = matched?.route.implementation ?? {};
        return dialect ? dialect(refusalOf(error), request, respond) : answerRefusal(error, operation, respond);
      }
    };
    const fault = faults.take(matched?.route.name, request);
    const response = fault ? await answerFault(fault, request, answer) : await answer();
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
