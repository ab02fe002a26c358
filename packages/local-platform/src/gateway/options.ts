/** A model of the local gateway. */
export interface LocalModel {
  /** Such as `provider/model`: what stands before the slash is the provider. */
  readonly id: string;
  /** The highest is `best`. */
  readonly capability: number;
  /** The lowest is `cheapest`; what one of its tokens costs is this many millionths of a credit, a whole number. */
  readonly creditsPerMillionTokens: number;
  /** The lowest is `fastest`. */
  readonly latencyMs: number;
  /** False answers 400, or goes to the fallback. */
  readonly active?: boolean;
  /** The id of the model that answers in its place while it is inactive. */
  readonly fallback?: string;
}

/** Where a real model answers, in the form that OpenAI made common. */
export interface Upstream {
  /** Such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** The model's name there; the name that was asked for by default. */
  readonly model?: string;
  readonly fetch?: typeof globalThis.fetch;
}

/** How the local gateway differs from the default one. */
export interface LocalGatewayOptions {
  /** The models there are, in place of its own. */
  readonly models?: readonly LocalModel[];
  /** Answers in place of the built-in model, which repeats what it is told. */
  readonly upstream?: Upstream;
  /** How long the built-in model takes for each token: 0 by default. */
  readonly tokenMs?: number;
}
