import type { BaseName, ProjectKeys } from '@platform-sdk/core';
import type { Fault, Failure } from '../faults/faults.ts';
import type { SweepReport } from '../platform/sweep-report.ts';
import type { InboxMessage } from '../world/inbox.ts';

/** The input of an operation without parameters. */
export type NoInput = Readonly<Record<never, never>>;

/** The report of a sweep, with its number. */
export interface NumberedSweep {
  readonly id: number;
  readonly report: SweepReport;
}

/** A fault as JSON. With `times: null`, the fault applies to all calls. */
export interface JsonFault extends Omit<Fault, 'match' | 'respond' | 'times'> {
  readonly times?: number | null;
}

/** The outcome of a repeated request. */
export type RepeatedRequest = Pick<RequestSummary, 'id' | 'status' | 'state'>;

/** The platform's time, in milliseconds since 1970 and in ISO 8601. */
export interface PlatformTime {
  readonly now: number;
  readonly time: string;
}

/** The number of the last request, and the counts of messages and faults. */
export interface Counts {
  readonly requests: number;
  readonly messages: number;
  readonly faults: number;
}

/** A page of records of one kind. */
export interface RecordPage {
  readonly total: number;
  /** The fields that can be changed. */
  readonly editable: readonly string[];
  readonly records: readonly StateRecord[];
}

/** Identifies a record. All other fields of the input change the record. */
export interface EditRecordInput {
  readonly resourceName: string;
  readonly recordId: string;
}

/** Credentials that were issued without a sign-in. Only the fields of the requested kind are present. */
export interface IssuedKey {
  readonly kind: 'session' | 'memory-token' | 'agent-pass';
  readonly accessToken?: string;
  readonly refreshToken?: string;
  readonly userId?: string;
  readonly token?: string;
  readonly passId?: string;
  readonly secretToken?: string;
  readonly agentUserId?: string;
}

/** A recorded request, as the list shows it. */
export interface RequestSummary {
  readonly id: number;
  /** The time of the request, in milliseconds of the platform's clock. */
  readonly at: number;
  /** The name of the operation, such as `organizations.list`; `null` for an unknown path. */
  readonly operation: string | null;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** `null` until the response starts, and if the connection broke before. */
  readonly status: number | null;
  readonly state: 'open' | 'done' | 'broken';
  readonly durationMs: number | null;
  /** The account, memory user, project or agent that the credentials belong to, or `gateway key`. `null` for unknown credentials. */
  readonly who: string | null;
  readonly unknownFields: readonly string[];
  /** True if the state before the request is still stored. */
  readonly canRestore: boolean;
  /** The number of the original request, if this request repeats it. */
  readonly repeatOf?: number;
  /** True if the client closed the connection. */
  readonly disconnected?: boolean;
}

/** The recorded part of a request or response body. */
export interface RecordedBody {
  /** The full length of the body. */
  readonly bytes: number;
  readonly isTruncated: boolean;
  /** The media type. */
  readonly type: string;
  /** Absent for binary data. */
  readonly text?: string;
}

/** The parts of an operation's contract that explain its response. */
export interface ContractSummary {
  readonly method: string;
  readonly path: string;
  readonly credentials: string;
  readonly retry: string;
  readonly errorCodes: readonly string[];
  readonly undocumented: readonly { readonly name: string; readonly confidence: string }[];
}

/** All recorded details of a request. The details contain secrets in clear text. */
export interface RequestDetail extends RequestSummary {
  readonly requestHeaders: readonly (readonly [string, string])[];
  readonly requestBody: RecordedBody;
  readonly responseHeaders: readonly (readonly [string, string])[];
  readonly responseBody: RecordedBody;
  readonly contract: ContractSummary | null;
  /** The differences between the request and the API specification. */
  readonly problems: readonly { readonly field: string; readonly message: string }[];
  readonly texts: {
    readonly curl: string;
    /** The call as SDK code. Absent if the operation is unknown or lacks a client method, or if its input is incomplete or not JSON. */
    readonly sdk?: string;
  };
}

/** A message with its number in the inbox. */
export interface NumberedMessage extends InboxMessage {
  readonly id: number;
}

/** A fault that applies to further calls. */
export interface ActiveFault {
  readonly id: number;
  readonly operation?: string;
  readonly status?: number;
  readonly failure?: Failure;
  readonly delayMs?: number;
  readonly applied?: boolean;
  /** How many further calls the fault applies to; `null` for all calls. */
  readonly remaining: number | null;
}

export interface OperationSummary {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

export interface ResourceSummary {
  readonly name: string;
  readonly count: number;
}

/** A record of the platform's state. */
export interface StateRecord {
  readonly id: string;
  readonly title: string;
  readonly record: Readonly<Record<string, unknown>>;
  /** The record as one searchable string. */
  readonly text: string;
}

/** Accounts, keys and organizations. The secrets are in clear text. */
export interface AccountsDocument {
  readonly apiKey: string;
  readonly gatewayKey: string;
  readonly projectKeys: ProjectKeys;
  readonly adminAccess: string;
  readonly baseUrls: Readonly<Record<BaseName, string>>;
  readonly accounts: readonly {
    readonly id: string;
    readonly username: string;
    readonly password: string;
    readonly isActivated: boolean;
  }[];
  readonly memoryUsers: readonly { readonly id: string; readonly email: string }[];
  readonly organizations: readonly {
    readonly id: string;
    readonly name: string;
    readonly tier: string;
    readonly wallets: readonly {
      readonly addressHash: string;
      readonly purpose: string;
      readonly balances: Readonly<Record<string, number>>;
    }[];
    readonly projects: readonly { readonly id: string; readonly name: string }[];
  }[];
}
