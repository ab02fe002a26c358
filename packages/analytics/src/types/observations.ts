import type { LiteralUnion } from '@platform-sdk/core';

/** The usage of an observation in the older form of the service; `usageDetails` and `costDetails` replace it. */
export interface ObservationUsage {
  /** In `unit`. Absent when unknown. */
  input?: number | null;
  /** In `unit`. Absent when unknown. */
  output?: number | null;
  /** In `unit`. Absent when unknown. */
  total?: number | null;
  /** The unit, such as `TOKENS`; null or absent when unknown. */
  unit?: string | null;
  /** In US dollars. Absent when unknown. */
  inputCost?: number | null;
  /** In US dollars. Absent when unknown. */
  outputCost?: number | null;
  /** In US dollars. Absent when unknown. */
  totalCost?: number | null;
}

/** A step of a trace. Unknown fields are kept. */
export interface Observation {
  id: string;
  /** The id of the trace; null for an observation outside any trace. Absent when the service does not send it. */
  traceId?: string | null;
  /** The kind of step, such as `GENERATION`, `SPAN` or `EVENT`. Absent when the service does not send it. */
  type?: string;
  /** The name of the step; null for none. Absent when the service does not send it. */
  name?: string | null;
  /** The start, in ISO 8601. Absent when the service does not send it. */
  startTime?: string;
  /** The end, in ISO 8601; null while the step is running. Absent when the service does not send it. */
  endTime?: string | null;
  /** The time of the first token, in ISO 8601; null unless it was recorded. Absent when the service does not send it. */
  completionStartTime?: string | null;
  /** The id of the parent step; null at the top of the trace. Absent when the service does not send it. */
  parentObservationId?: string | null;
  /** The severity: `DEFAULT` unless another was recorded. Absent when the service does not send it. */
  level?: LiteralUnion<'DEBUG' | 'DEFAULT' | 'WARNING' | 'ERROR'>;
  /** The message about the level; null for none. Absent when the service does not send it. */
  statusMessage?: string | null;
  /** The recorded version; null for none. Absent when the service does not send it. */
  version?: string | null;
  /** The environment: `default` unless another was recorded. Absent when the service does not send it. */
  environment?: string | null;
  /** The input of the step, any JSON. Absent when the service does not send it. */
  input?: unknown;
  /** The output of the step, any JSON. Absent when the service does not send it. */
  output?: unknown;
  /** Any JSON. Absent when the service does not send it. */
  metadata?: unknown;
  /** The recorded name of the model; null for a step without a model. Absent when the service does not send it. */
  model?: string | null;
  /** The service's own id of the model; null for an unknown model. Absent when the service does not send it. */
  modelId?: string | null;
  /** The settings of the model, any JSON. Absent when the service does not send it. */
  modelParameters?: unknown;
  /** The id of the prompt; null for a step without a prompt of the service. Absent when the service does not send it. */
  promptId?: string | null;
  /** The name of the prompt; null for a step without a prompt of the service. Absent when the service does not send it. */
  promptName?: string | null;
  /** The version of the prompt; null for a step without a prompt of the service. Absent when the service does not send it. */
  promptVersion?: number | null;
  /** Units by kind, such as `input`, `output` and `total`. Absent when the service does not send it. */
  usageDetails?: Record<string, number> | null;
  /** US dollars by kind, such as `input`, `output` and `total`. Absent when the service does not send it. */
  costDetails?: Record<string, number> | null;
  /** The older form of `usageDetails` and `costDetails`. Absent when the service does not send it. */
  usage?: ObservationUsage;
  /** In US dollars per unit; null for an unknown price. Absent when the service does not send it. */
  inputPrice?: number | null;
  /** In US dollars per unit; null for an unknown price. Absent when the service does not send it. */
  outputPrice?: number | null;
  /** In US dollars per unit; null for an unknown price. Absent when the service does not send it. */
  totalPrice?: number | null;
  /** In US dollars; null for an unknown price. Absent when the service does not send it. */
  calculatedInputCost?: number | null;
  /** In US dollars; null for an unknown price. Absent when the service does not send it. */
  calculatedOutputCost?: number | null;
  /** In US dollars; null for an unknown price. Absent when the service does not send it. */
  calculatedTotalCost?: number | null;
  /** The duration in seconds; null while the step is running. Absent when the service does not send it. */
  latency?: number | null;
  /** In seconds; null unless the first token was recorded. Absent when the service does not send it. */
  timeToFirstToken?: number | null;
}

/** A judgement of a trace or of one of its steps. Unknown fields are kept. */
export interface Score {
  id: string;
  /** The id of the trace that it judges. Absent when the service does not send it. */
  traceId?: string | null;
  /** The id of the step that it judges; null for a score of the whole trace. Absent when the service does not send it. */
  observationId?: string | null;
  /** The name of the judgement, such as `helpful`. Absent when the service does not send it. */
  name?: string;
  /** The kind of value, in `value` or `stringValue`. Absent when the service does not send it. */
  dataType?: LiteralUnion<'NUMERIC' | 'CATEGORICAL' | 'BOOLEAN' | 'TEXT'>;
  /** The number; 1 or 0 for true or false. Absent for a text. */
  value?: number | null;
  /** The category, the text, or `True` or `False`. Absent for a number. */
  stringValue?: string | null;
  /** The origin of the score. Absent when the service does not send it. */
  source?: LiteralUnion<'ANNOTATION' | 'API' | 'EVAL'>;
  /** The time of the judgement, in ISO 8601. Absent when the service does not send it. */
  timestamp?: string;
  /** The time of creation, in ISO 8601. Absent when the service does not send it. */
  createdAt?: string;
  /** The time of the latest change, in ISO 8601. Absent when the service does not send it. */
  updatedAt?: string;
  /** The id of the user who gave it; null for none. Absent when the service does not send it. */
  authorUserId?: string | null;
  /** The comment on the judgement; null for none. Absent when the service does not send it. */
  comment?: string | null;
  /** Any JSON. Absent when the service does not send it. */
  metadata?: unknown;
  /** The id of the score's configuration; null for none. Absent when the service does not send it. */
  configId?: string | null;
  /** The id of the annotation queue that it comes from; null for none. Absent when the service does not send it. */
  queueId?: string | null;
  /** The environment: `default` unless another was recorded. Absent when the service does not send it. */
  environment?: string | null;
}
