import type { Respond } from '../errors/refusal.ts';
import type { LocalPlatform } from '../platform/local-platform.ts';
import type { ControlOptions } from '../options/control.ts';
import { createRoutes } from '../routing/routes.ts';
import { isForSampleSite } from '../sample-site/index.ts';
import { createEventHub } from './events.ts';
import { guard } from './guard.ts';
import * as contract from './contract/index.ts';
import { createControlRouter, failureResponse, handleControl } from './handler.ts';
import type { ControlContext, ControlRules } from './operation.ts';
import { accountRules } from './operations/accounts.ts';
import { activeFaults, faultRules } from './operations/faults.ts';
import { clockOf, platformRules } from './operations/platform.ts';
import { requestRules, summaryOf } from './operations/requests.ts';
import { stateRules } from './operations/state.ts';
import { sweepRules } from './operations/sweeps.ts';
import { servePage } from './page.ts';
import { createRecorder } from './recorder.ts';

export interface Control {
  readonly token: string;
  /** Responds to a request for the control API or the inspector page. Returns undefined for all other requests. */
  respond(request: Request): Promise<Response | undefined>;
  /** Runs a request to a service and records it. */
  run(request: Request): Promise<Response>;
  close(): void;
}

interface ControlParts {
  readonly platform: LocalPlatform;
  readonly origin: () => string;
  readonly isLocalPeer: (request: Request) => boolean;
}

const MIB = 1024 * 1024;

const randomToken = (): string => crypto.randomUUID().replaceAll('-', '');

const rules: ControlRules<typeof contract> = {
  ...requestRules,
  ...platformRules,
  ...faultRules,
  ...stateRules,
  ...accountRules,
  ...sweepRules,
};

/** Creates a JSON response with `content-length`, as the server does without a recorder. */
const respond: Respond = (document, { status, headers }) => {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return new Response(bytes, {
    status,
    headers: { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers },
  });
};

export const createControl = ({ platform, origin, isLocalPeer }: ControlParts, options: ControlOptions): Control => {
  const { token = randomToken(), maxRequests = 1000, maxStates = 500, maxStateBytes = 128 * MIB, maxBodyBytes = 64 * MIB } = options;
  if (token === '') throw new TypeError('The control token must not be empty.');
  const { internals } = platform;
  const hub = createEventHub();
  let faults = 0;
  const recorder = createRecorder((request) => platform.handle(request, respond), internals, {
    maxRequests,
    maxStates,
    maxStateBytes,
    maxBodyBytes,
    onChange(request) {
      hub.emit('request', summaryOf(request));
      const waiting = internals.faults.waiting.length;
      if (waiting !== faults) hub.emit('faults', { faults: activeFaults({ internals }) });
      faults = waiting;
    },
  });
  const context: ControlContext = {
    platform,
    internals,
    recorder,
    hub,
    origin,
    router: createRoutes(internals.services),
    stateChanged(reason) {
      hub.emit('clock', clockOf({ internals }));
      hub.emit('state', { reason });
    },
  };
  const unsubscribe = platform.inbox.subscribe((message) => {
    const count = platform.inbox.all.length;
    hub.emit('message', { count, message: { id: count, ...message } });
  });
  const router = createControlRouter(contract, rules);
  const isAllowedPeer = options.token === undefined ? isLocalPeer : () => true;

  return {
    token,
    async respond(request) {
      if (isForSampleSite(request.url)) return undefined;
      const page = await servePage(request);
      if (page) return page;
      if (!/^\/_local(?:\/|$)/.test(new URL(request.url).pathname)) return undefined;
      const refusal = guard(request, { token, isAllowedPeer });
      if (refusal) return failureResponse(refusal, refusal.status === 401 ? { 'www-authenticate': 'Bearer' } : {});
      return handleControl(router, context, request);
    },
    run: (request) => recorder.run(request),
    close() {
      unsubscribe();
      hub.close();
    },
  };
};
