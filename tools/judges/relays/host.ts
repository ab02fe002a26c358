/** A server that runs the route of a relay. */
export interface Host {
  readonly name: string;
  /** The kind of the error when the gateway resets the connection, which depends on the server's `fetch`. Default: `interrupted`. */
  readonly kindOfReset?: 'interrupted' | 'truncated';
  /** Starts the server with the URL of a gateway. */
  readonly start: (gatewayUrl: string) => Promise<RunningHost>;
}

/** A server on a real port. */
export interface RunningHost {
  /** The origin, without a path. */
  readonly origin: string;
  readonly close: () => Promise<unknown>;
}
