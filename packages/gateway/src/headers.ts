/** How `auto` chose a model. */
export interface Routing {
  /** The model that was chosen. */
  readonly model: string;
  readonly strategy?: string;
  /** How long the choice took. */
  readonly latencyMs?: number;
}

/** One of the gateway's limits, as far as it tells. */
export interface RateLimit {
  readonly limit?: number;
  readonly remaining?: number;
  /** When it is whole again, in the gateway's words, such as `1s` or `6m0s`. */
  readonly reset?: string;
}

/** What is left of the gateway's limits. */
export interface RateLimits {
  readonly requests: RateLimit;
  readonly tokens: RateLimit;
}

/** Reads how `auto` chose from the headers of an answer; undefined when it did not. */
export const routingOf = (headers: Headers): Routing | undefined => {
  const model = headers.get('x-ira-model');
  if (!model) return undefined;
  const strategy = headers.get('x-ira-strategy');
  return { model, ...(strategy && { strategy }), ...numberAt(headers, 'x-ira-latency', 'latencyMs') };
};

/** Reads the limits that the headers of an answer tell. No document shows their names: they are a convention of such gateways. */
export const rateLimitsOf = (headers: Headers): RateLimits => {
  const limitOf = (what: string): RateLimit => {
    const reset = headers.get(`x-ratelimit-reset-${what}`);
    return {
      ...numberAt(headers, `x-ratelimit-limit-${what}`, 'limit'),
      ...numberAt(headers, `x-ratelimit-remaining-${what}`, 'remaining'),
      ...(reset && { reset }),
    };
  };
  return { requests: limitOf('requests'), tokens: limitOf('tokens') };
};

/** A header's number under a name, if it is there. A unit at its end does not count. */
const numberAt = (headers: Headers, header: string, name: string): object => {
  const value = Number.parseFloat(headers.get(header) ?? '');
  return Number.isNaN(value) ? {} : { [name]: value };
};
