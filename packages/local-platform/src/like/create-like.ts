import type { Respond } from '../errors/refusal.ts';
import { conform } from './conform.ts';
import { deviationsOf, type Deviations } from './deviations.ts';
import { failureBody, withUnknownFields } from './failure-body.ts';
import { createFailureFinder } from './failures.ts';
import { withPermissions } from './permissions.ts';
import type { LikeFailure, LikeReport } from './report.ts';

/** Responds to calls in the shapes of another environment. */
export interface Like {
  /** Runs the rule of an operation, and returns its response in the shape of the environment. */
  readonly respond: (operation: string, respond: Respond, run: (respond: Respond) => Promise<Response>) => Promise<Response>;
}

/** A response before it is written. */
interface Draft {
  readonly document: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates a `Like` from a report. `baseOf` returns the name of the base URL that an operation uses. */
export const createLike = (report: LikeReport, baseOf: (operation: string) => string | undefined): Like => {
  const failureFor = createFailureFinder(report, baseOf);
  const known = new Map<string, Deviations | undefined>();
  const deviationsFor = (operation: string): Deviations | undefined => {
    if (!known.has(operation)) known.set(operation, deviationsOf(report, operation));
    return known.get(operation);
  };

  return {
    async respond(operation, respond, run) {
      let draft: Draft | undefined;
      const response = await run((document, { status, headers = {} }) => {
        draft = { document, status, headers };
        return new Response(null, { status });
      });
      draft ??= await draftOf(response);
      if (!draft) return response;
      const deviations = deviationsFor(operation);
      if (draft.status >= 300) {
        const found = failureFor(operation, draft.status);
        if (found?.isOther) return failed(found.failure, draft, respond);
        return write(found ? { ...draft, document: withUnknownFields(found.failure, draft.document) } : draft, respond);
      }
      if (!deviations) return write(draft, respond);
      if (deviations.failure) return failed(deviations.failure, draft, respond);
      return write(adapted(draft, deviations), respond);
    },
  };
};

/**
 * Reads the JSON of a response that a rule created itself. Returns undefined for any other body, such as a stream or a download, which does
 * not change.
 */
const draftOf = async (response: Response): Promise<Draft | undefined> => {
  const { status, body } = response;
  const { 'content-length': _, ...headers } = Object.fromEntries(response.headers);
  if (body === null) return { document: undefined, status, headers };
  return /^application\/(?:[\w.-]+\+)?json\b/.test(headers['content-type'] ?? '')
    ? { document: await response.json(), status, headers }
    : undefined;
};

/** HTTP forbids a body with these statuses. */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

const write = ({ document, status, headers }: Draft, respond: Respond): Response =>
  WITHOUT_BODY.includes(status) || document === undefined
    ? new Response(null, { status, headers })
    : respond(document, { status, headers });

/** The value of added headers. A report contains only the names of headers. */
const EXAMPLE_HEADER = 'example';

const adapted = ({ document, status, headers }: Draft, deviations: Deviations): Draft => {
  const { operation, contentType, missingHeaders, headers: names } = deviations;
  const { shape, permissions = [] } = operation;
  const shaped = shape && document !== undefined ? conform(shape, document, deviations) : document;
  return {
    document: permissions.length > 0 ? withPermissions(shaped, permissions) : shaped,
    status: deviations.status ?? status,
    headers: {
      ...Object.fromEntries(names.map((name) => [name, EXAMPLE_HEADER])),
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => !missingHeaders.includes(name))),
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
  };
};

const failed = (failure: LikeFailure, { document, headers: own }: Draft, respond: Respond): Response => {
  const { status, contentType } = failure;
  const headers = { ...own, ...(contentType.includes('/') && { 'content-type': contentType }) };
  const body = failureBody(failure, document);
  if ('document' in body) return write({ document: body.document, status, headers }, respond);
  return new Response(WITHOUT_BODY.includes(status) ? null : body.text, { status, headers });
};
