import { withDetails, PlatformError } from '../diagnostics/errors.ts';
import { isHtml } from '../diagnostics/is-html.ts';
import type { WireResponse } from '../http/wire.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { checkReceived } from '../schema/check.ts';
import { isEmptyDocument } from '../schema/empty-document.ts';
import { attachProblems } from '../schema/response-problems.ts';
import type { Context } from './context.ts';
import { HTML_PAGE, httpError } from './http-error.ts';
import { reportsFailure } from './reported-failure.ts';
import { parsed } from './send.ts';

/** Turns a successful response into the operation's output. */
export const readResponse = (context: Context, name: string, operation: AnyOperation, response: WireResponse, input: unknown): unknown => {
  const { output } = operation;
  const { status, text } = response;
  // A proxy or another server sent the page: the outcome at the service is unknown.
  if (isHtml(text))
    throw withDetails(shapeError(name, HTML_PAGE, response), {
      outcome: 'unknown',
    });
  // A 404 that counts as a success: an earlier attempt of the same call deleted the resource.
  if (status === 404) return undefined;
  const isBlank = text.trim() === '';
  const document = isBlank ? undefined : documentOf(context, name, operation, response, input);
  if (reportsFailure(document, operation)) {
    throw withDetails(httpError(name, response, context.clock.now()), { outcome: 'unknown' });
  }
  if (output.type === 'nothing') return undefined;
  if (output.type === 'any') return document;
  if (isEmptyDocument(document)) {
    // The API specification shows no fields, so nothing is missing.
    if (output.optional) return output.type === 'array' ? [] : undefined;
    if (isBlank) throw shapeError(name, 'it is empty', response);
  }
  const value = output.read ? output.read(document, status, input) : document;
  if (value === undefined || value === null) throw shapeError(name, 'it carries no data', response, '', document);
  checkResponse(context, name, operation, response, value, document);
  return value;
};

/** Returns the document of a response, under the names of the contract. */
const documentOf = (context: Context, name: string, { output }: AnyOperation, response: WireResponse, input: unknown): unknown => {
  const { text } = response;
  const found = parsed(text);
  // Any other text is no result either, but JSON that was cut may be the report of a failure.
  if (found !== text || (output.type === 'nothing' && !/^\s*[[{]/.test(text))) return toLocalNames(context, name, found);
  const document = output.readText?.(text, (part) => toLocalNames(context, name, part), input);
  if (document === undefined) throw shapeError(name, 'it is not JSON', response);
  return document;
};

/**
 * Reports differences of a value from the API specification, or throws them if `validation` or the operation requires it. Then deletes
 * members that are `null` in place of absent.
 */
export const checkResponse = (
  { options, reportShape }: Context,
  name: string,
  { output, alwaysValidate, billed }: AnyOperation,
  response: WireResponse,
  value: unknown,
  document = value,
): void => {
  const { validation = 'report' } = options;
  const isOff = validation === 'off';
  const { problems, omitNulls } = checkReceived(output, value);
  const isIgnored = isOff && !alwaysValidate && Array.isArray(value) === (output.type === 'array');
  for (const { field, message } of isIgnored ? [] : problems) {
    // Without its outermost form there is nothing to return.
    const isThrown = field === '' || (alwaysValidate ? alwaysValidate.includes(field) : validation === 'throw' && !billed);
    if (isThrown) throw shapeError(name, `${field || 'the document'} ${message}`, response, field, document);
    if (!isOff) reportShape(name, field.replace(/\b\d+\b/g, '*'), message);
  }
  if (billed && !isOff && problems.length > 0) attachProblems(value, problems);
  omitNulls();
};

/** Renames a deployment's wire names to those of the contract. */
export const toLocalNames = ({ naming }: Context, name: string, document: unknown): unknown => {
  const names = naming.of?.(name);
  return names ? names.toLocal(document) : document;
};

// Text that is not JSON is left out: secrets in it cannot be found by name.
export const shapeError = (
  name: string,
  difference: string,
  { status, headers }: WireResponse,
  field?: string,
  body?: unknown,
): PlatformError =>
  new PlatformError('invalid-response', `The response to ${name} does not match the API specification: ${difference}`, {
    headers: Object.fromEntries(headers),
    status,
    field,
    body,
    outcome: 'likely-applied',
  });
