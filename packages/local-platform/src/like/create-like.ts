import type { Respond } from '../errors/refusal.ts';
import { conform, type Fields } from './conform.ts';
import { failureBody } from './failure-body.ts';
import { withPermissions } from './permissions.ts';
import { WITHHELD, type LikeFailure, type LikeOperation, type LikeReport } from './report.ts';

/** The called operation. */
export interface LikeCall {
  readonly name: string;
  /** Operations with the same base URL share the form of their failures. */
  readonly base: string;
  /** True if the operation only reads. A run reads with every optional part, so an absent field was not sent. */
  readonly isReading: boolean;
}

/** Responds to calls in the shapes of another environment. */
export interface Like {
  /** Runs the rule of a call, and returns its response in the shape of the environment. */
  readonly respond: (call: LikeCall, respond: Respond, run: (respond: Respond) => Promise<Response>) => Promise<Response>;
}

/** A response before it is written. Streams and downloads are not changed. */
interface Draft {
  readonly document: unknown;
  readonly status: number;
  readonly headers: Record<string, string>;
}

/** Creates the changes of a report. `baseOf` returns the base URL's name of an operation. */
export const createLike = (report: LikeReport, baseOf: (operation: string) => string | undefined): Like => {
  const failureFor = createFailureFinder(report, baseOf);
  const fieldsFor = createFields(report);
  return {
    async respond(call, respond, run) {
      const seen = Object.hasOwn(report.operations, call.name) ? report.operations[call.name] : undefined;
      let draft: Draft | undefined;
      const response = await run((document, { status, headers = {} }) => {
        draft = { document, status, headers };
        return new Response(null, { status });
      });
      draft ??= await draftOf(response);
      if (!draft) return response;
      const failure = failureFor(call, seen, draft.status);
      if (failure) return writeFailure(failure, draft, respond);
      return draft.status >= 300 || seen?.shape === undefined
        ? write(draft, respond)
        : write(conformed(draft, seen, fieldsFor(call)), respond);
    },
  };
};

/** Reads the JSON of a response that a rule made itself. */
const draftOf = async (response: Response): Promise<Draft | undefined> => {
  const { status, body } = response;
  const { 'content-length': _, ...headers } = Object.fromEntries(response.headers);
  if (body === null) return { document: undefined, status, headers };
  return headers['content-type']?.includes('json') ? { document: await response.json(), status, headers } : undefined;
};

const write = ({ document, status, headers }: Draft, respond: Respond): Response =>
  WITHOUT_BODY.includes(status) || document === undefined
    ? new Response(null, { status, headers })
    : respond(document, { status, headers });

/** HTTP forbids a body with these statuses. */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

const conformed = ({ document, status, headers }: Draft, seen: LikeOperation, fields: Fields): Draft => {
  const { shape = { types: [] }, permissions = [], statuses = [], contentTypes = [], headers: names = [] } = seen;
  const successes = statuses.filter((each) => each < 300);
  const shaped = shape.types.length === 0 || document === undefined ? document : conform(shape, document, fields);
  const [type] = contentTypes;
  const isOtherType = type !== undefined && type.includes('/') && !contentTypes.includes(mediaType(headers));
  return {
    document: permissions.length > 0 ? withPermissions(shaped, permissions) : shaped,
    status: successes.includes(status) ? status : (successes[0] ?? status),
    headers: {
      ...Object.fromEntries(names.filter((name) => name !== 'content-type' && name !== WITHHELD).map((name) => [name, EXAMPLE_HEADER])),
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name) || !LIMIT_HEADER.test(name))),
      ...(isOtherType && { 'content-type': type }),
    },
  };
};

/** The value of a header whose name is all that a report contains. */
const EXAMPLE_HEADER = 'example';
/** Headers that only some environments send. */
const LIMIT_HEADER = /^ratelimit-/;

const mediaType = ({ 'content-type': type = 'application/json' }: Readonly<Record<string, string>>): string =>
  type.split(';', 1)[0] as string;

const writeFailure = (failure: LikeFailure, { document, headers }: Draft, respond: Respond): Response => {
  const { status, contentType } = failure;
  const body = failureBody(failure, document);
  const all = { ...headers, ...(contentType.includes('/') && { 'content-type': contentType }) };
  return 'document' in body
    ? write({ document: body.document, status, headers: all }, respond)
    : new Response(WITHOUT_BODY.includes(status) ? null : body.text, { status, headers: all });
};

/** The statuses with which the local platform responds to a defect. */
const STATUSES: Readonly<Record<LikeFailure['provokedBy'], readonly number[]>> = {
  'wrong credentials': [401],
  'unknown id': [404],
  'invalid input': [400, 422],
  nothing: [],
};

/** Statuses that describe an account, not its environment. */
const OF_ACCOUNT: readonly number[] = [401, 402, 403, 429];

/**
 * Returns a function that finds the failure of an environment for a status of the local platform. A call whose operation was not provoked
 * uses the failure that all provoked operations of the same base URL share.
 */
const createFailureFinder = (report: LikeReport, baseOf: (operation: string) => string | undefined) => {
  const all = Object.entries(report.operations).flatMap(([name, { failures = [] }]) =>
    failures.map((failure) => ({ base: baseOf(name), failure })),
  );
  return ({ base }: LikeCall, seen: LikeOperation | undefined, status: number): LikeFailure | undefined => {
    const isProvoked = ({ provokedBy }: LikeFailure): boolean => STATUSES[provokedBy].includes(status);
    if (status < 300)
      return seen?.state === 'failed'
        ? seen.failures?.find((each) => each.provokedBy === 'nothing' && !OF_ACCOUNT.includes(each.status))
        : undefined;
    const own = seen?.failures?.find(isProvoked);
    if (own) return own;
    const shared = all.filter((each) => each.base === base && isProvoked(each.failure)).map(({ failure }) => failure);
    const [first] = shared;
    return shared.every((each) => each.status === first?.status && each.form === first.form) ? first : undefined;
  };
};

/** Returns a function that decides which fields of an operation are added and removed. Its paths have the contract's names. */
const createFields = (report: LikeReport) => {
  const pathsOf = (kind: string, isWanted: (found: string) => boolean = () => true): Set<string> =>
    new Set(
      report.findings.filter((each) => each.kind === kind && isWanted(each.found)).map(({ operation, where }) => `${operation} ${where}`),
    );
  const extra = pathsOf('extra');
  const missing = pathsOf('missing', (found) => found.startsWith('missing') && found !== 'missing in some');
  return ({ name, isReading }: LikeCall): Fields => {
    const renames = Object.hasOwn(report.wireNames, name) ? (report.wireNames[name] ?? {}) : {};
    const local = new Map(
      Object.entries(renames).map(([path, wireName]) => [path.slice(0, path.lastIndexOf('.') + 1) + wireName, path] as const),
    );
    return {
      isAdded: (path) => extra.has(`${name} ${path}`),
      isRemoved: (path) => isReading || missing.has(`${name} ${path}`),
      pathOf(parent, field) {
        const path = parent === '' ? field : `${parent}.${field}`;
        return local.get(path) ?? path;
      },
    };
  };
};
