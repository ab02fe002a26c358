import type { Refusal, Respond } from '../errors/refusal.ts';
import { connectionRefused, connectionReset } from './connection-reset.ts';
import { failed } from './fault-failed.ts';
import type { Failure, Fault } from './faults.ts';

/** The functions of the service whose response the fault changes. */
interface Service {
  readonly run: () => Promise<Response>;
  /** Renders a rejection in the error format of the service. */
  readonly renderError: (refusal: Refusal, respond: Respond) => Response;
}

/** Responds to a call as a fault specifies. Rejects when the connection breaks. */
export const answerFault = async (fault: Fault, request: Request, { run, renderError }: Service): Promise<Response> => {
  const { failure, delayMs, applied } = fault;
  if (delayMs !== undefined) await until(request.signal, delayMs);
  if (failure === 'refused') throw connectionRefused();
  const real = applied ? await run() : undefined;
  // Nobody will read the real response, so its stream is cancelled, as if the client had disconnected.
  if (isReplaced(fault)) await real?.body?.cancel();
  if (failure === 'reset') throw connectionReset('fetch failed');
  if (failure === 'stall') await until(request.signal);
  const made = (await madeBy(fault, request, renderError)) ?? real ?? (await run());
  const answer = fault.headers ? withHeaders(made, fault.headers) : made;
  const isWhole = failure === undefined || failure === 'html' || request.method === 'HEAD';
  return isWhole ? answer : cut(answer, failure, request.signal);
};

/** Returns whether the fault replaces the complete response of the service. */
const isReplaced = ({ failure, respond, status, body }: Fault): boolean =>
  respond !== undefined || status !== undefined || body !== undefined || (failure !== undefined && REPLACING.includes(failure));

const REPLACING: readonly Failure[] = ['reset', 'stall', 'html'];

const madeBy = async (
  { respond, failure, status, body }: Fault,
  request: Request,
  renderError: Service['renderError'],
): Promise<Response | undefined> => {
  if (respond) return responded(respond, request);
  if (failure === 'html') return new Response(page(status ?? 200), { status: status ?? 200, headers: { 'content-type': 'text/html' } });
  if (status === undefined && body === undefined) return undefined;
  if (isBodiless(status)) return new Response(null, { status: status ?? 200 });
  if (typeof body === 'string')
    return new Response(body, { status: status ?? 200, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  if (body !== undefined) return Response.json(body, { status: status ?? 200 });
  return renderError(
    { status: status ?? 200, code: 'FAULT', message: 'A fault that was added with faults.add caused this response.' },
    (document, init) => Response.json(document, init),
  );
};

/** Replaces headers of a response. Header names are case-insensitive. */
const withHeaders = ({ status, statusText, headers, body }: Response, own: Readonly<Record<string, string>>): Response => {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(own)) all.set(name, value);
  return new Response(body, { status, statusText, headers: all });
};

/** Returns the response of a fault's own function. */
const responded = async (respond: NonNullable<Fault['respond']>, request: Request): Promise<Response> => {
  let made: Response;
  try {
    made = await respond(request);
    if (made.bodyUsed) throw new TypeError('the body of its response has been read');
  } catch (error) {
    request.signal.throwIfAborted();
    return failed('respond', error);
  }
  if (made.type === 'error') throw connectionReset('fetch failed');
  if (made.url === '') return made;
  // The body of a fetched response is already decompressed, so these headers no longer apply.
  const headers = new Headers(made.headers);
  for (const name of ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding']) headers.delete(name);
  return new Response(made.body, { status: made.status, statusText: made.statusText, headers });
};

/** Returns whether a response with this status never has a body. */
const isBodiless = (status: number | undefined): boolean => status === 204 || status === 205 || status === 304;

const page = (status: number): string =>
  `<!doctype html>\n<html><head><title>${status} from a proxy</title></head><body><h1>${status}</h1></body></html>\n`;

/** Returns a response whose body breaks, stalls or ends after its first half, as the fault specifies. */
const cut = async (answer: Response, failure: Failure, signal: AbortSignal): Promise<Response> => {
  if (isBodiless(answer.status)) return answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!sent) {
        sent = true;
        controller.enqueue(bytes.subarray(0, Math.ceil(bytes.length / 2)));
        return;
      }
      // Waits until the first half is sent before the body breaks or ends.
      await until(signal, failure === 'stall-body' ? undefined : 0);
      if (failure === 'truncated-body') controller.close();
      else controller.error(connectionReset('terminated'));
    },
  });
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(body, { status: answer.status, headers });
};

/** Waits for `ms` milliseconds, or forever if `ms` is undefined. Rejects if `signal` is aborted. */
const until = (signal: AbortSignal, ms?: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = ms === undefined ? undefined : setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    }
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });
