/** A request, and the status of its response. An entry contains no query, headers or bodies, and therefore no secrets. */
export interface RequestLogEntry {
  /** The operation, such as `organizations.members.list`. Undefined for an unknown path. */
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  /** Undefined while the request is running, and if the connection broke. */
  readonly status: number | undefined;
  /** The dotted names of unknown fields in the query and the body. */
  readonly unknownFields: readonly string[];
  /** The time of the request, in milliseconds of the platform's clock. */
  readonly at: number;
  /** True if the client closed the connection before the response ended. */
  readonly disconnected?: boolean;
}

/** An entry that can still change. */
export type OpenEntry = { -readonly [Name in keyof RequestLogEntry]: RequestLogEntry[Name] };

/** The maximum number of stored entries. If the log is full, its older half is removed. */
const MAX = 10_000;

export const note = (requestLog: RequestLogEntry[], entry: OpenEntry): OpenEntry => {
  if (requestLog.length >= MAX) requestLog.splice(0, MAX / 2);
  requestLog.push(entry);
  return entry;
};
