import { extensible, integer, object, operation, optional, string } from '@platform-sdk/core/contract';
import type { EditRecordInput, NoInput, RecordPage, ResourceSummary } from '../documents.ts';
import { listOf, stateRecord } from '../schemas.ts';

/** Lists the kinds of records with their counts. */
export const listResources = operation({
  method: 'GET',
  path: '/state',
  credentials: 'token',
  input: object<NoInput>({}),
  output: object<{ readonly resources: readonly ResourceSummary[] }>({
    resources: listOf(object<ResourceSummary>({ name: string, count: integer() })),
  }),
  retry: 'safe',
});

interface RecordFilter {
  /** The name of the kind, from `listResources`. */
  readonly resource: string;
  /** The number of records to skip. Default: 0. */
  readonly offset?: number;
  /** The maximum number of records to return. Default: 100. */
  readonly limit?: number;
}

/** Lists the records of one kind, newest first. */
export const listRecords = operation({
  method: 'GET',
  path: '/state/{resource}',
  credentials: 'token',
  input: object<RecordFilter>({
    resource: string,
    offset: optional(integer({ minimum: 0 })),
    limit: optional(integer({ minimum: 1, maximum: 1000 })),
  }),
  output: object<RecordPage>({ total: integer(), editable: listOf(string), records: listOf(stateRecord) }),
  retry: 'safe',
  errors: [404],
});

/** Changes editable fields of a record. */
export const editRecord = operation({
  method: 'PATCH',
  path: '/state/{resourceName}/{recordId}',
  credentials: 'token',
  input: extensible(object<EditRecordInput>({ resourceName: string, recordId: string })),
  output: stateRecord,
  retry: 'idempotent',
  errors: [404],
});
