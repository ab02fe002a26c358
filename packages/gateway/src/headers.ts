/** The choice of a model by `auto`. */
export interface Routing {
  /** The model that was chosen. */
  readonly model: string;
  /** The strategy of the choice. Absent when the gateway does not send it. */
  readonly strategy?: string;
  /** The duration of the choice, in milliseconds. Absent when the gateway does not send it. */
  readonly latencyMs?: number;
}

/** One of the gateway's limits. */
export interface GatewayRateLimit {
  /** The limit, in requests or tokens. Absent when the gateway does not send it. */
  readonly limit?: number;
  /** The rest of the limit, in requests or tokens. Absent when the gateway does not send it. */
  readonly remaining?: number;
  /** The time until the limit is reset, in the gateway's format, such as `1s` or `6m0s`. Absent when the gateway does not send it. */
  readonly reset?: string;
}

/** The state of the gateway's limits. */
export interface GatewayRateLimits {
  readonly requests: GatewayRateLimit;
  readonly tokens: GatewayRateLimit;
}

/** Reads the choice of `auto` from the headers of a response. Returns undefined if there was none. */
export const parseRouting = (headers: Headers): Routing | undefined => {
  const model = headers.get('x-ira-model');
  if (!model) return undefined;
  const strategy = headers.get('x-ira-strategy');
  return { model, ...(strategy && { strategy }), ...numberAt(headers, 'x-ira-latency', 'latencyMs') };
};

/** Reads the limits from the headers of a response. The API specification does not show their names: they are a convention of gateways. */
export const parseRateLimits = (headers: Headers): GatewayRateLimits => {
  const limitOf = (what: string): GatewayRateLimit => {
    const reset = headers.get(`x-ratelimit-reset-${what}`);
    return {
      ...numberAt(headers, `x-ratelimit-limit-${what}`, 'limit'),
      ...numberAt(headers, `x-ratelimit-remaining-${what}`, 'remaining'),
      ...(reset && { reset }),
    };
  };
  return { requests: limitOf('requests'), tokens: limitOf('tokens') };
};

/** Returns an object with a header's number under `name`, or an empty one without it. A unit at its end is ignored. */
const numberAt = (headers: Headers, header: string, name: string): object => {
  const value = Number.parseFloat(headers.get(header) ?? '');
  return Number.isNaN(value) ? {} : { [name]: value };
};
