/** One request and the status of its response, without query, headers and bodies: it contains no secrets. */
export interface RequestLogEntry {
  /** Such as `organizations.members.list`; undefined for an unknown path. */
  readonly operation: string | undefined;
  readonly method: string;
  readonly path: string;
  /** Undefined until the response, and after a connection that broke. */
  readonly status: number | undefined;
  /** Dotted names of unknown fields in the query and the body. */
  readonly unknownFields: readonly string[];
  /** The time of the request, in milliseconds of the platform's clock. */
  readonly at: number;
  /** True when the client closed the connection before the end of the response. Absent otherwise. */
  readonly disconnected?: boolean;
}

/** An entry whose request is still under way. */
export type OpenEntry = { -readonly [Name in keyof RequestLogEntry]: RequestLogEntry[Name] };

/** A long-lived platform keeps at most this many entries. */
const MAX = 10_000;

export const note = (requestLog: RequestLogEntry[], entry: OpenEntry): OpenEntry => {
  if (requestLog.length >= MAX) requestLog.splice(0, MAX / 2);
  requestLog.push(entry);
  return entry;
};
