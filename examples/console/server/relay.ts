import { isPlatformError, operationOf, type Pages, type PlatformError } from '@platform-sdk/core';
import { toErrorResponse, toResponse, type RelaySource } from '@platform-sdk/core/relay';
import { matchPath, readRequest, writeResponse } from '@platform-sdk/core/server';
import { errorResponse } from './admit.ts';

/** A method of a client, as a relay calls it. */
type Method = (input: never, options: { readonly signal: AbortSignal }) => unknown;

/** A method that pages may call, and its operation. */
type Relayed = NonNullable<ReturnType<typeof relayedOf>>;

const relayedOf = (method: Method) => {
  const found = operationOf(method);
  if (!found) throw new Error('A relayed method needs an operation of its own.');
  return { method, operation: found.operation };
};

const hasMethod = (output: unknown, name: string): boolean =>
  typeof (Object(output) as Readonly<Record<string, unknown>>)[name] === 'function';

/** Returns true for a list with pages. The relay returns only the page that the request names. */
const isPages = (output: unknown): output is Pages<unknown, unknown> => hasMethod(output, 'pages');

const firstPage = async (list: Pages<unknown, unknown>): Promise<unknown> => {
  for await (const page of list.pages()) return page;
  return undefined;
};

const isStream = (output: unknown): output is RelaySource<object> => Symbol.asyncIterator in Object(output);

/** A download, such as an archive. */
interface Download {
  readonly type: string;
  stream(): ReadableStream<Uint8Array>;
}

const isDownload = (output: unknown): output is Download => hasMethod(output, 'stream');

const respond = async ({ operation }: Relayed, output: unknown): Promise<Response> => {
  if (isPages(output)) return writeResponse(operation, await firstPage(output));
  if (isStream(output)) return toResponse(output);
  const result = await output;
  if (isDownload(result)) return new Response(result.stream(), { headers: { 'content-type': result.type } });
  return writeResponse(operation, result);
};

/**
 * Responds to requests of a page by calling the methods of a client on the server. The page uses the same client with the URL of this server.
 * Pages can only call the listed methods, with inputs that the contracts allow. `onFailure` runs before the response to a failed call.
 */
export const createRelay = (
  methods: readonly Method[],
  onFailure?: (error: PlatformError) => Promise<void>,
): ((request: Request, path: string) => Promise<Response>) => {
  const all = methods.map(relayedOf);
  return async (request, path) => {
    for (const relayed of all) {
      const { method, operation } = relayed;
      const parameters = operation.method === request.method ? matchPath(operation.path, path) : undefined;
      if (!parameters) continue;
      const { input, problems } = await readRequest(operation, request, parameters);
      const [problem] = problems;
      if (problem) return errorResponse(400, 'INVALID_INPUT', `${problem.field} ${problem.message}`.trim());
      try {
        return await respond(relayed, method(input as never, { signal: request.signal }));
      } catch (error) {
        if (!isPlatformError(error)) throw error;
        await onFailure?.(error);
        return toErrorResponse(error);
      }
    }
    return errorResponse(404, 'NOT_RELAYED', `The console does not relay ${request.method} ${path}.`);
  };
};
