import { amount, array, boolean, callable, number, object, optional, string } from '@platform-sdk/core/contract';

/** A model of the local gateway. */
export interface LocalModel {
  /** Such as `provider/model`: the provider is the part before the slash. */
  readonly id: string;
  /** The highest is `best`. */
  readonly capability: number;
  /** The price of a token in millionths of a credit, a whole number. The lowest is `cheapest`. */
  readonly creditsPerMillionTokens: number;
  /** The lowest is `fastest`. */
  readonly latencyMs: number;
  /** False rejects calls with 400, or uses the fallback. Default: true. */
  readonly active?: boolean;
  /** The id of the model that responds in place of an inactive one. Default: none. */
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

/** A server of real models, with the interface that OpenAI made common. */
export interface Upstream {
  /** Such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** The Bearer of the server. Default: none; calls carry no credentials. */
  readonly apiKey?: string;
  /** The name of the model on the server. Default: the name in the request. */
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
  /** The models of the gateway. Default: three active and two inactive models of its own. */
  readonly models?: readonly LocalModel[];
  /** A server that responds in place of the built-in model. Default: none; the built-in model repeats its input. */
  readonly upstream?: Upstream;
  /** The time of the built-in model for each token, in milliseconds. Default: 0. */
  readonly tokenMs?: number;
}

export const localGatewayOptions = object<LocalGatewayOptions>({
  models: optional(array<LocalModel, readonly LocalModel[]>(localModel)),
  upstream: optional(upstream),
  tokenMs: optional(amount),
});
