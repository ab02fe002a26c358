import type { LiteralUnion } from '@platform-sdk/core';

/**
 * The usage of an observation in the older format. `usageDetails` and `costDetails` replace this format. A value is null or
 * undefined if it is unknown.
 */
export interface ObservationUsage {
  /** The input, in `unit`. */
  input?: number | null;
  /** The output, in `unit`. */
  output?: number | null;
  /** The sum of input and output, in `unit`. */
  total?: number | null;
  /** The unit, such as `TOKENS`. */
  unit?: string | null;
  /** The cost of the input, in US dollars. */
  inputCost?: number | null;
  /** The cost of the output, in US dollars. */
  outputCost?: number | null;
  /** The total cost, in US dollars. */
  totalCost?: number | null;
}

/** A step of a trace. It also contains fields that this type does not declare. */
export interface Observation {
  id: string;
  /** The id of the trace; null for an observation outside any trace. */
  traceId?: string | null;
  /** The kind of step, such as `GENERATION`, `SPAN` or `EVENT`. */
  type?: string;
  /** The name of the step; null without a name. */
  name?: string | null;
  /** The start, in ISO 8601. */
  startTime?: string;
  /** The end, in ISO 8601; null while the step is running. */
  endTime?: string | null;
  /** The time of the first token, in ISO 8601; null if it was not recorded. */
  completionStartTime?: string | null;
  /** The id of the parent step; null at the top of the trace. */
  parentObservationId?: string | null;
  /** The severity. Usually `DEFAULT`. */
  level?: LiteralUnion<'DEBUG' | 'DEFAULT' | 'WARNING' | 'ERROR'>;
  /** The reason for the level; null without a reason. */
  statusMessage?: string | null;
  /** The recorded version, or null. */
  version?: string | null;
  /** The environment. Usually `default`. */
  environment?: string | null;
  /** The input of the step, any JSON. */
  input?: unknown;
  /** The output of the step, any JSON. */
  output?: unknown;
  /** Additional data, any JSON. */
  metadata?: unknown;
  /** The recorded name of the model; null for a step without a model. */
  model?: string | null;
  /** The service's id of the model; null for an unknown model. */
  modelId?: string | null;
  /** The settings of the model, any JSON. */
  modelParameters?: unknown;
  /** The id of the stored prompt; null if the step did not use one. */
  promptId?: string | null;
  /** The name of the stored prompt; null if the step did not use one. */
  promptName?: string | null;
  /** The version of the stored prompt; null if the step did not use one. */
  promptVersion?: number | null;
  /** The used units by kind, such as `input`, `output` and `total`. */
  usageDetails?: Record<string, number> | null;
  /** The cost in US dollars by kind, such as `input`, `output` and `total`. */
  costDetails?: Record<string, number> | null;
  /** The older format of `usageDetails` and `costDetails`. */
  usage?: ObservationUsage;
  /** The price of the input in US dollars per unit; null if unknown. */
  inputPrice?: number | null;
  /** The price of the output in US dollars per unit; null if unknown. */
  outputPrice?: number | null;
  /** The price in US dollars per unit of input and output; null if unknown. */
  totalPrice?: number | null;
  /** The cost of the input in US dollars; null if the price is unknown. */
  calculatedInputCost?: number | null;
  /** The cost of the output in US dollars; null if the price is unknown. */
  calculatedOutputCost?: number | null;
  /** The total cost in US dollars; null if the price is unknown. */
  calculatedTotalCost?: number | null;
  /** The duration in seconds; null while the step is running. */
  latency?: number | null;
  /** The seconds until the first token; null if its time was not recorded. */
  timeToFirstToken?: number | null;
}

/** A judgement of a trace or of a step of a trace. It also contains fields that this type does not declare. */
export interface Score {
  id: string;
  /** The id of the judged trace. */
  traceId?: string | null;
  /** The id of the judged step; null for a score of the whole trace. */
  observationId?: string | null;
  /** The name of the judgement, such as `helpful`. */
  name?: string;
  /** The kind of value. */
  dataType?: LiteralUnion<'NUMERIC' | 'CATEGORICAL' | 'BOOLEAN' | 'TEXT'>;
  /** The value of a numeric score. For booleans, 1 is true and 0 is false. Undefined for strings. */
  value?: number | null;
  /** The value of a categorical or text score. For booleans, `True` or `False`. Undefined for numbers. */
  stringValue?: string | null;
  /** The origin of the score. */
  source?: LiteralUnion<'ANNOTATION' | 'API' | 'EVAL'>;
  /** The time of the judgement, in ISO 8601. */
  timestamp?: string;
  /** The time of creation, in ISO 8601. */
  createdAt?: string;
  /** The time of the latest change, in ISO 8601. */
  updatedAt?: string;
  /** The id of the user who gave the score, or null. */
  authorUserId?: string | null;
  /** The comment on the judgement, or null. */
  comment?: string | null;
  /** Additional data, any JSON. */
  metadata?: unknown;
  /** The id of the score's configuration, or null. */
  configId?: string | null;
  /** The id of the annotation queue that the score comes from, or null. */
  queueId?: string | null;
  /** The environment. Usually `default`. */
  environment?: string | null;
}
