/** A proxy that forwards bytes unchanged while Prism checks both directions against our OpenAPI documents. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createInstance, getHttpOperationsFromSpec, type IHttpRequest, type IHttpResponse } from '@stoplight/prism-http';
import { documents } from './documents.ts';

/** An operation that Prism reads from an OpenAPI document. */
type HttpOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** A violation that Prism found. */
interface Diagnostic {
  readonly path?: readonly (string | number)[];
  readonly message: string;
  readonly code?: string | number;
}

/** Prism's result for one exchange: the violations, or the reason why no operation matches. */
type Verdict =
  | { readonly _tag: 'Left'; readonly left: Error }
  | {
      readonly _tag: 'Right';
      readonly right: { readonly validations: { readonly input: readonly Diagnostic[]; readonly output: readonly Diagnostic[] } };
    };

/** A difference between a request or response and our OpenAPI documents. */
export interface Violation {
  readonly operation: string;
  readonly direction: 'request' | 'response';
  readonly message: string;
}

/** A checked exchange. */
export interface Exchange {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

export interface ValidatingProxy {
  /** The address that replaces the local platform's origin. */
  readonly origin: string;
  readonly exchanges: readonly Exchange[];
  readonly violations: readonly Violation[];
  close(): Promise<void>;
}

/** The path prefixes of services, and the names of their base URLs in OpenAPI. */
const PREFIXES: readonly (readonly [prefix: string, bases: readonly string[]])[] = [
  ['/auth/v1', ['auth']],
  ['/control/v1', ['organizations', 'wallets']],
  ['/analytics', ['analytics']],
  ['/memory', ['memory']],
  ['/gateway/v1', ['gateway']],
  ['/upload', ['upload']],
  ['/search', ['search']],
  ['/converter', ['converter']],
];

const ignore = (): void => undefined;
const SILENT = {
  child: () => SILENT,
  ...Object.fromEntries(['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'].map((name) => [name, ignore])),
};

/** Settings of Prism: it reports every violation, and changes no bytes. */
const CHECK_ALL = {
  isProxy: true,
  mock: { dynamic: false },
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  upstreamProxy: undefined,
} as const;

/** Returns the operations of each base URL. */
const operationsByBase = async (): Promise<Map<string, HttpOperation[]>> => {
  const found = new Map<string, HttpOperation[]>();
  for (const document of documents.values()) {
    for (const operation of await getHttpOperationsFromSpec(document)) {
      const base = /\{(\w+)_base_url\}/.exec(operation.servers?.[0]?.url ?? '')?.[1] ?? '';
      // The servers are removed from the operation, because the proxy has another address.
      found.set(base, [...(found.get(base) ?? []), { ...operation, servers: [] }]);
    }
  }
  return found;
};

const isJson = (type: string | undefined): boolean => /^application\/(?:[\w.-]+\+)?json\b/.test(type ?? '');

/** Converts a body for Prism: parsed JSON, a form as a string with one character per byte, or any other body as text. Returns undefined for an empty body. */
const bodyOf = (bytes: Buffer, type: string | undefined): unknown => {
  if (bytes.length === 0) return undefined;
  if (!isJson(type)) return /multipart/.test(type ?? '') ? bytes.toString('latin1') : bytes.toString('utf8');
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return bytes.toString('utf8');
  }
};

const flat = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const queryOf = (url: URL): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => {
      const values = url.searchParams.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );

/** Headers that only apply to one connection. */
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'content-encoding', 'accept-encoding']);

const passedOn = (headers: Iterable<[string, string]>): [string, string][] => [...headers].filter(([name]) => !HOP.has(name.toLowerCase()));

const describe = ({ path, message, code }: Diagnostic): string => `${(path ?? []).join('.')}: ${message} (${String(code)})`;

/** Returns the violations of one exchange. The bytes were already sent, so Prism forwards nothing. */
const violationsOf = async (
  upstream: string,
  operation: string,
  input: IHttpRequest,
  output: IHttpResponse,
  candidates: readonly HttpOperation[],
): Promise<Violation[]> => {
  const forward = () => () => async () => ({ _tag: 'Right', right: output });
  const instance = createInstance({ ...CHECK_ALL, upstream: new URL(upstream) }, { logger: SILENT, forward } as never);
  const verdict = (await instance.request(input, [...candidates])()) as Verdict;
  if (verdict._tag === 'Left') return [{ operation, direction: 'request', message: verdict.left.message }];
  const { validations } = verdict.right;
  return [
    ...validations.input.map((each): Violation => ({ operation, direction: 'request', message: describe(each) })),
    ...validations.output.map((each): Violation => ({
      operation,
      direction: 'response',
      message: `${output.statusCode} ${describe(each)}`,
    })),
  ];
};

/** Starts a proxy that checks every exchange with `upstream` against the OpenAPI documents. */
export const startProxy = async (upstream: string): Promise<ValidatingProxy> => {
  const operations = await operationsByBase();
  const exchanges: Exchange[] = [];
  const violations: Violation[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', upstream);
    const sent = await buffer(request);
    const headers = flat(request.headers);
    const received = await fetch(url, {
      method: request.method ?? 'GET',
      headers: passedOn(Object.entries(headers)),
      ...(sent.length > 0 && { body: new Uint8Array(sent) }),
      redirect: 'manual',
    });
    const bytes = Buffer.from(await received.arrayBuffer());
    const [prefix, bases] = PREFIXES.find(([each]) => url.pathname.startsWith(`${each}/`)) ?? ['', []];
    const path = url.pathname.slice(prefix.length);
    const method = String(request.method).toLowerCase() as IHttpRequest['method'];
    const input: IHttpRequest = { method, url: { path, query: queryOf(url) }, headers, body: bodyOf(sent, headers['content-type']) };
    const type = received.headers.get('content-type') ?? undefined;
    const output: IHttpResponse = { statusCode: received.status, headers: Object.fromEntries(received.headers), body: bodyOf(bytes, type) };
    const candidates = bases.flatMap((base) => operations.get(base) ?? []);
    const operation = operationIdOf(candidates, input) ?? `${input.method} ${path}`;
    violations.push(...(await violationsOf(upstream, operation, input, output, candidates)));
    exchanges.push({ operation, method: method.toUpperCase(), path, status: received.status });
    response.writeHead(received.status, Object.fromEntries(passedOn(received.headers)));
    response.end(bytes);
  };

  const server: Server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      violations.push({ operation: String(request.url), direction: 'response', message: String(error) });
      response.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    violations,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** Returns a pattern for the paths of an operation, such as `/organizations/{organizationId}`. */
export const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Returns the matching operation whose path has the fewest parameters. */
const operationIdOf = (candidates: readonly HttpOperation[], { method, url }: IHttpRequest): string | undefined => {
  const fitting = candidates.filter((each) => each.method.toLowerCase() === method && pathPattern(each.path).test(url.path));
  const parameters = ({ path }: HttpOperation): number => path.split('{').length;
  return fitting.toSorted((one, other) => parameters(one) - parameters(other))[0]?.iid;
};
