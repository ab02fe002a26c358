export type { PagedOperation, StreamOperation } from './client.ts';
export { checkInput } from './call.ts';
export { download, type Bytes, type Download } from './download.ts';
export { inputError } from './errors.ts';
export { chunksOf } from './chunks.ts';
export { collection, document, links, resource, type Resource } from './envelope.ts';
export { adminAccess, agentPair, guard, projectKeyPair, serviceToken, userBearer } from './own-credentials.ts';
export {
  attributeNames,
  envelope,
  operation,
  under,
  type AnyOperation,
  type BodyForm,
  type Confidence,
  type Encode,
  type Encoded,
  type Operation,
} from './operation.ts';
export { MAX_RETRY_AFTER_MS } from './retry.ts';
export { poll, type PollOptions } from './poll.ts';
export { byOffset, byPage, type Pages, type Paging } from './pagination.ts';
export {
  anything,
  boolean,
  file,
  filled,
  filledList,
  integer,
  integerIn,
  languageCode,
  list,
  nothing,
  nullable,
  number,
  numberIn,
  object,
  oneOf,
  open,
  optional,
  problemsOf,
  record,
  string,
  text,
  timestamp,
  type Fields,
  type Open,
  type Problem,
  type Schema,
  type SchemaData,
} from './schema.ts';
export { answered, completionChunks, membersIn, reported } from './streams/completion-chunks.ts';
export { delimited, type Job, type JobReading } from './streams/delimited.ts';
export { eventStream, type Dialect, type EventStream, type Reading } from './streams/event-stream.ts';
export type { Attach, Attached } from './credentials.ts';
export { bounded, type Opened } from './transport.ts';
export { UUID } from './uuid.ts';
export { refresh, userSession, type RefreshInput, type UserSession } from './session/contract.ts';
