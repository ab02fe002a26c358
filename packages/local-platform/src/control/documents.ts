import type { BaseName, ProjectKeys } from '@platform-sdk/core';
import type { Fault, Failure } from '../faults/faults.ts';
import type { InboxMessage } from '../world/inbox.ts';

/** The input of an operation that takes none. */
export type NoInput = Readonly<Record<never, never>>;

/** A fault that travels as JSON. `times: null` breaks all calls. */
export interface JsonFault extends Omit<Fault, 'match' | 'respond' | 'times'> {
  readonly times?: number | null;
}

/** The outcome of a repeated request. */
export type RepeatedRequest = Pick<RequestSummary, 'id' | 'status' | 'state'>;

/** The time of the platform's clock: in milliseconds since 1970, and in ISO 8601. */
export interface PlatformTime {
  readonly now: number;
  readonly time: string;
}

/** Numbers of what the platform keeps. */
export interface Counts {
  readonly requests: number;
  readonly messages: number;
  readonly faults: number;
}

/** Some records of a kind. */
export interface RecordPage {
  readonly total: number;
  /** The members that can be changed. */
  readonly editable: readonly string[];
  readonly records: readonly StateRecord[];
}

/** A record. The other members of the input change it. */
export interface EditRecordInput {
  readonly resourceName: string;
  readonly recordId: string;
}

/** Credentials that were issued without a sign-in. Only the fields of their kind are present. */
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

/** A request in the list. */
export interface RequestSummary {
  readonly id: number;
  /** The time of the request, in milliseconds of the platform's clock. */
  readonly at: number;
  /** Such as `organizations.list`; `null` for an unknown path. */
  readonly operation: string | null;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** `null` until the response, and after a connection that broke. */
  readonly status: number | null;
  readonly state: 'open' | 'done' | 'broken';
  readonly durationMs: number | null;
  /** The account, project or agent of its credentials. */
  readonly who: string | null;
  readonly unknownFields: readonly string[];
  /** True while the state before it is kept. */
  readonly canRestore: boolean;
  /** The request that this one repeats. Absent for all others. */
  readonly repeatOf?: number;
  /** True when the client closed the connection. Absent otherwise. */
  readonly disconnected?: boolean;
}

/** The body of a request or a response, as far as it is kept. */
export interface RecordedBody {
  /** The number of bytes that were read. */
  readonly bytes: number;
  readonly isTruncated: boolean;
  /** The media type. */
  readonly type: string;
  /** Absent where the bytes are no text. */
  readonly text?: string;
}

/** The part of a contract that explains a response. */
export interface ContractSummary {
  readonly method: string;
  readonly path: string;
  readonly credentials: string;
  readonly retry: string;
  readonly errorCodes: readonly string[];
  readonly undocumented: readonly { readonly name: string; readonly confidence: string }[];
}

/** Everything that is known of a request. It holds secrets in clear. */
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
    /** Absent for an unknown operation, or an input that is no JSON. */
    readonly sdk?: string;
  };
}

/** A message with its number. */
export interface NumberedMessage extends InboxMessage {
  readonly id: number;
}

/** A fault that waits for calls. */
export interface ActiveFault {
  readonly id: number;
  readonly operation?: string;
  readonly status?: number;
  readonly failure?: Failure;
  readonly delayMs?: number;
  readonly applied?: boolean;
  /** The calls that it still breaks; `null` for all. */
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

/** A record of a resource, as JSON has it. */
export interface StateRecord {
  readonly id: string;
  readonly title: string;
  readonly record: Readonly<Record<string, unknown>>;
  /** The record as text, to search in. */
  readonly text: string;
}

/** Accounts, keys and organizations. It holds secrets in clear. */
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
