import { isFilled, isHtml, reportsFailure } from '../diagnostics/error-body.ts';
import { PlatformError, withDetails } from '../diagnostics/errors.ts';
import { jsonOrText } from '../diagnostics/json.ts';
import type { WireResponse } from '../http/wire.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { MISSING, attachProblems, responseProblemsOf, type NullMember } from '../schema/check.ts';
import { isEmptyDocument } from '../schema/envelope.ts';
import type { SchemaData } from '../schema/schema.ts';
import { rename } from '../schema/wire-names.ts';
import { httpError } from './call-error.ts';
import type { Call } from './records.ts';

/** Turns a successful response into the operation's output. */
export const readResponse = (call: Call, response: WireResponse): unknown => {
  const { name, operation, input } = call;
  const { output } = operation;
  const { status, text } = response;
  // A proxy or another server sent the page: the outcome at the service is unknown.
  if (isHtml(text))
    throw withDetails(responseError(name, 'it is an HTML page. A proxy may have sent it, or the base URL is wrong', response), {
      outcome: 'unknown',
    });
  // This 404 counts as a success, because an earlier attempt of the call may have deleted the resource.
  if (status === 404) return undefined;
  const isBlank = text.trim() === '';
  const document = isBlank ? undefined : documentOf(call, response);
  if (isFailure(document, operation)) {
    throw withDetails(httpError(call, response), { outcome: 'unknown' });
  }
  if (output.type === 'nothing') return undefined;
  if (output.type === 'any') return document;
  // If the API specification does not show the response, a response without fields is valid.
  if (output.optional && (isEmptyDocument(document) || typeof document !== 'object')) return nothingOf(output);
  if (isBlank) throw responseError(name, 'it is empty', response);
  const value = output.read ? output.read(document, status, input) : document;
  if (output.optional && output.type === 'object' && (value === undefined || Array.isArray(value))) return nothingOf(output);
  if (value === undefined || value === null) throw responseError(name, 'it carries no data', response, '', document);
  checkResponse(call, response, value, document);
  return value;
};

/** Returns true if a response with a success status reports a failure in its body. */
const isFailure = (document: unknown, { output, billed }: AnyOperation): boolean => {
  const { type, properties = {} } = output;
  if (typeof document !== 'object' || document === null || type === 'any') return false;
  const { data, detail } = document as Readonly<Record<string, unknown>>;
  const isOwn = (name: string): boolean => Object.hasOwn(properties, name);
  // The caller pays for a billed response with content, so this check accepts it. The `read` of its schema throws for failures.
  if (billed && Object.keys(document).some(isOwn)) return false;
  if (reportsFailure(document, isOwn)) return true;
  // A document with a `detail`, but without the expected fields, is a failure.
  return isFilled(detail) && data === undefined && type !== 'nothing' && !Object.keys(document).some(isOwn);
};

/** Returns the output of a response without data. */
const nothingOf = ({ type }: SchemaData): [] | undefined => (type === 'array' ? [] : undefined);

/** Parses the body of a response, and renames its fields to the names of the contract. */
const documentOf = (call: Call, response: WireResponse): unknown => {
  const { name, operation, input } = call;
  const { output } = operation;
  const { text } = response;
  const found = jsonOrText(text);
  // If the response is undocumented, any text is a success. Truncated JSON is rejected, because it may report a failure.
  if (found !== text || (output.optional && !/^\s*[[{]/.test(text))) return toLocalNames(call, found);
  const document = output.readText?.(text, (part) => toLocalNames(call, part), input);
  if (document === undefined) throw responseError(name, 'it is not JSON', response);
  return document;
};

/**
 * Reports differences of a value from the API specification. Throws an error instead if `validation` or the operation requires it. Fields
 * that the API specification does not show are reported, never thrown. Finally deletes members that are `null` instead of absent.
 */
export const checkResponse = ({ context, name, operation }: Call, response: WireResponse, value: unknown, document = value): void => {
  const { options, reportShape } = context;
  const { output, alwaysValidate, billed } = operation;
  const { validation = 'report' } = options;
  const isOff = validation === 'off';
  const nulls: NullMember[] = [];
  const problems = responseProblemsOf(output, value, nulls);
  const isIgnored = isOff && !alwaysValidate && Array.isArray(value) === (output.type === 'array');
  for (const { field, message } of isIgnored ? [] : problems) {
    // A problem of the whole value, such as a wrong type, is always thrown.
    const isRequired = alwaysValidate
      ? alwaysValidate.includes(field)
      : validation === 'throw' && !billed && isDocumented(operation, field);
    if (field === '' || isRequired) throw responseError(name, `${field || 'the document'} ${message}`, response, field, document);
    // If the response is undocumented, no field can be missing.
    if (!isOff && !(output.optional && message === MISSING)) reportShape(name, field.replace(/\b\d+\b/g, '*'), message);
  }
  if (billed && !isOff && problems.length > 0) attachProblems(value, problems);
  // This changes the value itself, which belongs to the caller.
  for (const [members, member] of nulls) delete members[member];
};

/** Returns true for a field of a response that the API specification shows. */
const isDocumented = ({ output, undocumented = {} }: AnyOperation, field: string): boolean => {
  if (output.optional) return false;
  const name = field.replace(/(^|\.)\d+(?=\.|$)/g, '').replace(/^\./, '');
  return !['', 'data.', 'data.attributes.'].some((place) => Object.hasOwn(undocumented, place + name));
};

/** Renames the fields of a document from the wire names of a deployment to the names of the contract. */
export const toLocalNames = ({ context, name }: Call, document: unknown): unknown => {
  const names = context.naming?.(name);
  return names ? rename(document, names, 'local') : document;
};

// The error contains only JSON bodies, because field names show which values are secret.
export const responseError = (
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
