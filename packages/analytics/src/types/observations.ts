import type { Open } from '@platform-sdk/core';

/** The usage of an observation in the older form of the service; `usageDetails` and `costDetails` replace it. */
export interface ObservationUsage {
  /** In `unit`. Absent when unknown. */
  input?: number | null;
  /** In `unit`. Absent when unknown. */
  output?: number | null;
  /** In `unit`. Absent when unknown. */
  total?: number | null;
  /** Such as `TOKENS`. Null when unknown. */
  unit?: string | null;
  /** In USD. Absent when unknown. */
  inputCost?: number | null;
  /** In USD. Absent when unknown. */
  outputCost?: number | null;
  /** In USD. Absent when unknown. */
  totalCost?: number | null;
}

/** A step of a trace. Every field but `id` is absent unless the service sends it; other fields that it sends are kept. */
export interface Observation {
  id: string;
  /** Null for an observation outside any trace. */
  traceId?: string | null;
  /** Such as `GENERATION`, `SPAN` or `EVENT`. */
  type?: string;
  /** Null when it has none. */
  name?: string | null;
  /** ISO 8601. */
  startTime?: string;
  /** ISO 8601; null while the step is running. */
  endTime?: string | null;
  /** ISO 8601; null unless the first token was recorded. */
  completionStartTime?: string | null;
  /** Null for a step at the top of its trace. */
  parentObservationId?: string | null;
  /** `DEFAULT` unless it was recorded otherwise. */
  level?: Open<'DEBUG' | 'DEFAULT' | 'WARNING' | 'ERROR'>;
  /** Null when it has none. */
  statusMessage?: string | null;
  /** Null when it has none. */
  version?: string | null;
  /** `default` unless it was recorded otherwise. */
  environment?: string | null;
  /** Any JSON. */
  input?: unknown;
  /** Any JSON. */
  output?: unknown;
  /** Any JSON. */
  metadata?: unknown;
  /** The model's name as it was recorded; null for a step without a model. */
  model?: string | null;
  /** The service's own id of the model; null when it knows none. */
  modelId?: string | null;
  /** Any JSON. */
  modelParameters?: unknown;
  /** Null for a step without a prompt of the service. */
  promptId?: string | null;
  /** Null for a step without a prompt of the service. */
  promptName?: string | null;
  /** Null for a step without a prompt of the service. */
  promptVersion?: number | null;
  /** Units by kind, such as `input`, `output` and `total`. */
  usageDetails?: Record<string, number> | null;
  /** USD by kind, such as `input`, `output` and `total`. */
  costDetails?: Record<string, number> | null;
  /** The older form of `usageDetails` and `costDetails`. */
  usage?: ObservationUsage;
  /** In USD per unit; null when the price is unknown. */
  inputPrice?: number | null;
  /** In USD per unit; null when the price is unknown. */
  outputPrice?: number | null;
  /** In USD per unit; null when the price is unknown. */
  totalPrice?: number | null;
  /** In USD; null when the price is unknown. */
  calculatedInputCost?: number | null;
  /** In USD; null when the price is unknown. */
  calculatedOutputCost?: number | null;
  /** In USD; null when the price is unknown. */
  calculatedTotalCost?: number | null;
  /** In seconds; null while the step is running. */
  latency?: number | null;
  /** In seconds; null unless the first token was recorded. */
  timeToFirstToken?: number | null;
}

/** A judgement of a trace or of one of its steps. Every field but `id` is absent unless the service sends it; other fields that it sends are kept. */
export interface Score {
  id: string;
  /** The trace that it judges. */
  traceId?: string | null;
  /** Null for a score of the whole trace. */
  observationId?: string | null;
  /** What it judges, such as `helpful`. */
  name?: string;
  /** Which of `value` and `stringValue` it has. */
  dataType?: Open<'NUMERIC' | 'CATEGORICAL' | 'BOOLEAN' | 'TEXT'>;
  /** The number; 1 or 0 for true or false; absent for a text. */
  value?: number | null;
  /** The category, the text, or `True` or `False`. Absent for a number. */
  stringValue?: string | null;
  /** How it was given. */
  source?: Open<'ANNOTATION' | 'API' | 'EVAL'>;
  /** ISO 8601. */
  timestamp?: string;
  /** ISO 8601. */
  createdAt?: string;
  /** ISO 8601. */
  updatedAt?: string;
  /** Null when no user gave it. */
  authorUserId?: string | null;
  /** Null when it has none. */
  comment?: string | null;
  /** Any JSON. */
  metadata?: unknown;
  /** Null when it follows no configuration. */
  configId?: string | null;
  /** Null when it comes from no annotation queue. */
  queueId?: string | null;
  /** `default` unless it was recorded otherwise. */
  environment?: string | null;
}
