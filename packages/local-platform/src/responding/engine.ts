import { isPlatformError } from '@platform-sdk/core';
import { refusalOf, type Refusal, type Respond } from '../errors/refusal.ts';
import { FAULT_FAILED } from '../faults/fault-failed.ts';
import { answerFault } from '../faults/fault-response.ts';
import type { LiveFaults } from '../faults/faults.ts';
import type { Like } from '../like/create-like.ts';
import { findOperation } from '../routing/find-operation.ts';
import { pathOf } from '../routing/path-of.ts';
import { createRoutes } from '../routing/routes.ts';
import type { LocalService } from '../routing/service.ts';
import { brief } from '../text/brief.ts';
import { note, type RequestLogEntry } from '../world/request-log.ts';
import type { World } from '../world/state.ts';
import { createErrorRenderer, type PendingCall } from './error-response.ts';
import { withoutBody } from './head-response.ts';
import { createRuleRunner } from './run-rule.ts';

export interface EngineParts {
  readonly services: readonly LocalService[];
  readonly world: World;
  readonly faults: LiveFaults;
  readonly requestLog: RequestLogEntry[];
  /** Converts responses to the shapes of another environment. If undefined, responses do not change. */
  readonly like: Like | undefined;
  /** Called with every request after its operation is matched. */
  readonly onCall: (sent: Request, call: PendingCall) => void;
}

/** Responds to a request. Rejects only if a fault breaks the connection, or if the request is aborted. */
export type Engine = (request: Request, respond: Respond) => Promise<Response>;

/** Creates a fetch function for all services. The function finds the operation of a request, then applies a fault or runs the rule. */
export const createEngine = ({ services, world, faults, requestLog, like, onCall }: EngineParts): Engine => {
  const router = createRoutes(services);
  const renderError = createErrorRenderer(services, world);
  const runRule = createRuleRunner({ services, world, router, renderError });

  /** Runs the service. Converts errors of the service to responses in the service's format. */
  const runService = async (call: PendingCall, respond: Respond): Promise<Response> => {
    const run = (make: Respond): Promise<Response> =>
      runRule(call, make).catch((error: unknown) => renderError(call, refusalOf(error), make));
    const { route } = call.found ?? {};
    const response = await (like && route ? like.respond(route.name, respond, run) : run(respond));
    return call.entry.method === 'HEAD' ? withoutBody(response) : response;
  };

  const runFaultOrService = async (call: PendingCall, sent: Request, respond: Respond): Promise<Response> => {
    try {
      // Faults ignore OPTIONS, because no operation uses this method.
      const fault = sent.method === 'OPTIONS' ? undefined : faults.take(call.found?.route.name, sent);
      if (!fault) return await runService(call, respond);
      const response = await answerFault(fault, sent, {
        run: () => runService(call, respond),
        renderError: (refusal: Refusal, make: Respond) => renderError(call, refusal, make),
      });
      if (sent.method !== 'HEAD') return response;
      await response.body?.cancel();
      return new Response(null, response);
    } catch (error) {
      // If `match` or `respond` of a fault failed, the call gets an error response. Any other error breaks the connection.
      if (isPlatformError(error) && error.code === FAULT_FAILED) return renderError(call, refusalOf(error), respond);
      throw error;
    }
  };

  return async (sent, respond) => {
    const path = pathOf(sent.url);
    const { method, url, headers, signal } = sent;
    // HEAD must return exactly the headers of GET.
    const request = method === 'HEAD' ? new Request(url, { headers, signal }) : sent;
    // If faults exist, the body must stay readable, because a fault may read it too.
    const found = await findOperation(router, request, path, { world, isReadAgain: !faults.isEmpty });
    const entry = note(requestLog, {
      operation: found?.route.name,
      method,
      path: brief(path),
      status: undefined,
      unknownFields: [],
      at: world.clock.now(),
    });
    const call: PendingCall = { request, found, entry };
    onCall(sent, call);
    const response = await runFaultOrService(call, sent, respond);
    entry.status = response.status;
    for (const { onRequest } of services) onRequest?.(request, entry, world);
    return response;
  };
};
