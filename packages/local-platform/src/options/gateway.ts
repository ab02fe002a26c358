import { amount, array, boolean, callable, number, object, optional, string } from '@platform-sdk/core/contract';

/** A model of the local gateway. */
export interface LocalModel {
  /** The id in the form `provider/model`. */
  readonly id: string;
  /** A quality score. The strategy `best` chooses the model with the highest score. */
  readonly capability: number;
  /** The price of a token in millionths of a credit, as an integer. The strategy `cheapest` chooses the model with the lowest price. */
  readonly creditsPerMillionTokens: number;
  /** The latency in milliseconds. The strategy `fastest` chooses the model with the lowest latency. */
  readonly latencyMs: number;
  /** If false, calls of this model use the model in `fallback`. Without a fallback, they get 400. Default: true. */
  readonly active?: boolean;
  /** The id of the model that replaces this model while it is inactive. Default: none. */
  readonly fallback?: string;
}

const localModel = object<LocalModel>({
  id: string,
  capability: number(),
  creditsPerMillionTokens: amount,
  latencyMs: amount,
  active: optional(boolean),
  fallback: optional(string),
});

/** A server with real models and an OpenAI-compatible interface. */
export interface Upstream {
  /** The base URL, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** The Bearer token for the server. Default: no credentials. */
  readonly apiKey?: string;
  /** The model's name on the server. Default: the name in the request. */
  readonly model?: string;
  /** Sends the requests to the server. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

const upstream = object<Upstream>({
  baseUrl: string,
  apiKey: optional(string),
  model: optional(string),
  fetch: optional(callable()),
});

/** Options of the local gateway. */
export interface LocalGatewayOptions {
  /** The models of the gateway. Default: three active and two inactive models. */
  readonly models?: readonly LocalModel[];
  /** A server that responds instead of the built-in model. Default: the built-in model, which repeats its input. */
  readonly upstream?: Upstream;
  /** The time that the built-in model takes for each token, in milliseconds. Default: 0. */
  readonly tokenMs?: number;
}

export const localGatewayOptions = object<LocalGatewayOptions>({
  models: optional(array<LocalModel, readonly LocalModel[]>(localModel)),
  upstream: optional(upstream),
  tokenMs: optional(amount),
});
