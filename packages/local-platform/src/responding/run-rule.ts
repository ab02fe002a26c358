import { rename, writeResponse } from '@platform-sdk/core/server';
import { refusalOfProblems, refuse, type Respond } from '../errors/refusal.ts';
import { addressAdvice } from '../routing/base-urls.ts';
import { readInput } from '../routing/find-operation.ts';
import { pathOf } from '../routing/path-of.ts';
import type { Router } from '../routing/router.ts';
import type { Route } from '../routing/routes.ts';
import type { Call, LocalService } from '../routing/service.ts';
import { brief } from '../text/brief.ts';
import type { Account } from '../world/accounts.ts';
import type { World } from '../world/state.ts';
import type { PendingCall, RenderError } from './error-response.ts';

/** The maximum number of problems in a response. Locating each problem in the request takes time. */
const MAX_PROBLEMS = 20;
const MAX_UNKNOWN_FIELDS = 100;

export interface RuleRunnerParts {
  readonly services: readonly LocalService[];
  readonly world: World;
  readonly router: Router<Route>;
  readonly renderError: RenderError;
}

/**
 * Checks the credentials and input of a call, then runs its rule. Returns an error response for invalid input or a wrong method. Throws for
 * any other failure.
 */
export type RunRule = (call: PendingCall, respond: Respond) => Promise<Response>;

export const createRuleRunner = ({ services, world, router, renderError }: RuleRunnerParts): RunRule => {
  const rejectMethod = (pending: PendingCall, allowed: readonly string[], respond: Respond): Response => {
    const allow = allowed.join(', ');
    const message = `${pending.entry.path} does not allow ${pending.entry.method}. It allows ${allow}.`;
    return renderError(pending, { status: 405, code: 'METHOD_NOT_ALLOWED', message }, (document, init) =>
      respond(document, { ...init, headers: { ...init.headers, allow } }),
    );
  };

  const rejectUnknown = (pending: PendingCall, respond: Respond): Response => {
    const { method, url } = pending.request;
    const allowed = router.methodsAt(pathOf(url));
    const methods = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed;
    if (methods.length > 0 && method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { allow: [...methods, method].toSorted().join(', ') } });
    if (methods.length > 0) return rejectMethod(pending, methods.toSorted(), respond);
    const { path } = pending.entry;
    return refuse(404, 'UNKNOWN_PATH', `The API specification has no operation ${method} ${path}.${addressAdvice(path)}`);
  };

  return async (pending, respond) => {
    const { request, found, entry } = pending;
    if (!found) return rejectUnknown(pending, respond);
    const { name, operation, check, rule, isUnread } = found.route;
    // HEAD must not change anything, so it cannot run a GET that changes something.
    if (entry.method === 'HEAD' && operation.retry !== 'safe') return rejectMethod(pending, [operation.method], respond);
    const account = check(request, world);
    for (const { admit } of services) admit?.(request, world);
    const renames = world.settings.wireNames[name];
    const { input, problems, unknown, document } = await readInput(found, request, world);
    const call: Call = {
      world,
      request,
      toWireNames: (value) => rename(value, renames ?? {}, 'wire'),
      // If the operation requires a user, `check` has returned the user.
      user: account as Account,
      unknown,
    };
    entry.unknownFields = unknown.slice(0, MAX_UNKNOWN_FIELDS).map(brief);
    pending.document = document;
    if (problems.length > 0 && !isUnread) return renderError(pending, refusalOfProblems(problems.slice(0, MAX_PROBLEMS)), respond);
    const output = await rule(input, call);
    return output instanceof Response ? output : writeResponse(operation, output, renames, respond);
  };
};
