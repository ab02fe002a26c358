import {
  array,
  boolean,
  enumOf,
  integer,
  nonEmptyString,
  nullable,
  number,
  object,
  optional,
  received,
  record,
  string,
  unknown,
  type Schema,
} from '@platform-sdk/core/contract';
import { FAILURES } from '../faults/faults.ts';
import { messageFields } from '../platform/snapshot-schema.ts';
import type { SweepReplay, SweepReport } from '../platform/sweep-report.ts';
import type { LocalConverterJob } from '../services/converter/records.ts';
import type { ActiveFault, NumberedMessage, RecordedBody, JsonFault, RequestDetail, RequestSummary, StateRecord } from './documents.ts';

/** Returns the schema of a readonly list. */
export const listOf = <Item>(item: Schema<Item>): Schema<readonly Item[]> => array<Item, readonly Item[]>(item);

const summary = {
  id: integer(),
  at: number(),
  operation: nullable(string),
  method: string,
  path: string,
  status: nullable(integer()),
  state: enumOf('open', 'done', 'broken'),
  durationMs: nullable(integer()),
  who: nullable(string),
  unknownFields: listOf(string),
  canRestore: boolean,
  repeatOf: optional(integer()),
  disconnected: optional(boolean),
};

export const requestSummary = object<RequestSummary>(summary);

const headers = listOf(array<string, readonly [string, string]>(string));
const recordedBody = object<RecordedBody>({ bytes: integer(), isTruncated: boolean, type: string, text: optional(string) });

export const requestDetail = object<RequestDetail>({
  ...summary,
  requestHeaders: headers,
  requestBody: recordedBody,
  responseHeaders: headers,
  responseBody: recordedBody,
  contract: nullable(
    object<NonNullable<RequestDetail['contract']>>({
      method: string,
      path: string,
      credentials: string,
      retry: string,
      errorCodes: listOf(string),
      undocumented: listOf(object<{ readonly name: string; readonly confidence: string }>({ name: string, confidence: string })),
    }),
  ),
  problems: listOf(object<RequestDetail['problems'][number]>({ field: string, message: string })),
  texts: object<RequestDetail['texts']>({ curl: string, sdk: optional(string) }),
});

export const numberedMessage = object<NumberedMessage>({
  id: integer(),
  ...messageFields,
});

const failure = enumOf(...FAILURES);

/** The JSON-compatible fields of a fault. */
export const faultFields = {
  operation: optional(nonEmptyString),
  times: optional(nullable(integer({ minimum: 1 }))),
  delayMs: optional(integer({ minimum: 0, maximum: 600_000 })),
  failure: optional(failure),
  status: optional(integer({ minimum: 200, maximum: 599 })),
  headers: optional(record(string)) as Schema<JsonFault['headers']>,
  body: unknown,
  applied: optional(boolean),
};

export const activeFault = object<ActiveFault>({
  id: integer(),
  remaining: nullable(integer()),
  operation: optional(string),
  status: optional(integer()),
  failure: optional(failure),
  delayMs: optional(integer()),
  applied: optional(boolean),
});

export const stateRecord = object<StateRecord>({
  id: string,
  title: string,
  record: record(received) as Schema<StateRecord['record']>,
  text: string,
});

/** A converter job, with the fields of `platform.jobs`. */
export const job = { type: 'object' } as Schema<LocalConverterJob>;

/** The report of a sweep, with the fields of `SweepReport`. */
export const sweepReport = { type: 'object' } as Schema<SweepReport>;

/** The result of running a cell again, with the fields of `SweepReplay`. */
export const sweepReplay = { type: 'object' } as Schema<SweepReplay>;
