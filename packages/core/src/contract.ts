/** Functions and types that declare contracts: operations, schemas, envelopes, pages and credentials. */
import './internal.ts';
export { streamOperation } from './client/stream-call.ts';
export { adminAccess, agentPair, projectKeyPair, serviceToken, userBearer } from './client/credentials.ts';
export { storageRedirects } from './http/redirects.ts';
export type { Encode, Encoded, StorageRedirects } from './http/wire.ts';
export type { Authenticate, AuthenticatedRequest } from './operation/operation.ts';
export type { PagedOperation, StreamOperation } from './operation/operation.ts';
export type { Confidence } from './operation/names.ts';
export type { Opened, OpenResponse } from './operation/opened.ts';
export { attributeNames, envelope, operation, wrappedIn, type AnyOperation, type BodyForm, type Operation } from './operation/operation.ts';
export { callOptions, streamOptions } from './operation/options.ts';
export { byOffset, byPage, type Pages, type Paging } from './operation/pagination.ts';
export { collection, document, relationship, resource, type Resource } from './schema/envelope.ts';
export { abortSignal, amount, anyObject, atLeast, callable, headerFields, objectWith, orFalse, orFalsy, orNull } from './schema/options.ts';
export type { Problem } from './schema/problem.ts';
export {
  received,
  unknown,
  boolean,
  either,
  extended,
  extensible,
  file,
  nonEmptyString,
  nonEmptyArray,
  integer,
  languageCode,
  array,
  arrayUpTo,
  noContent,
  nullable,
  number,
  object,
  enumOf,
  streamFlag,
  openEnum,
  optional,
  record,
  secret,
  string,
  text,
  timestamp,
  without,
  type Fields,
  type LiteralUnion,
  type Schema,
  type SchemaData,
} from './schema/schema.ts';
