/** The model that `auto` chose. */
export interface Routing {
  /** The model that was chosen. */
  readonly model: string;
  /** The strategy by which `auto` chose the model. */
  readonly strategy?: string;
  /** The time that `auto` took to choose the model, in milliseconds. */
  readonly latencyMs?: number;
}

/** A rate limit of the gateway, for requests or for tokens. */
export interface GatewayRateLimit {
  /** The limit, in requests or tokens. */
  readonly limit?: number;
  /** The remaining requests or tokens. */
  readonly remaining?: number;
  /** The time until the limit is reset, in the gateway's format, such as `1s` or `6m0s`. */
  readonly reset?: string;
}

/** The state of the gateway's limits. */
export interface GatewayRateLimits {
  readonly requests: GatewayRateLimit;
  readonly tokens: GatewayRateLimit;
}

/** Returns the model that `auto` chose, from the headers of a response. Returns undefined if the headers contain no choice. */
export const parseRouting = (headers: Headers): Routing | undefined => {
  const model = headers.get('x-ira-model');
  if (!model) return undefined;
  const strategy = headers.get('x-ira-strategy');
  return { model, ...(strategy && { strategy }), ...numberAt(headers, 'x-ira-latency', 'latencyMs') };
};

/**
 * Reads the limits from the headers of a response. Gateways use these header names by convention; the API specification
 * does not document them.
 */
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

/** Returns `{ [name]: number }` with the header's value, without its unit. Returns an empty object if the header is missing or invalid. */
const numberAt = (headers: Headers, header: string, name: string): object => {
  const value = Number.parseFloat(headers.get(header) ?? '');
  return Number.isNaN(value) ? {} : { [name]: value };
};
