import { unknown, array, nullable, number, object, openEnum, optional, record, string } from '@platform-sdk/core/contract';
import type { Observation, ObservationUsage, Score, Trace } from '../types.ts';
import { amount, deprecation, note, traceFields, word } from './schemas.ts';

const byKind = optional(nullable(record(number())));

const observation = object<Observation>({
  id: string,
  traceId: note,
  type: word,
  name: note,
  startTime: word,
  endTime: note,
  completionStartTime: note,
  parentObservationId: note,
  level: optional(openEnum('DEBUG', 'DEFAULT', 'WARNING', 'ERROR')),
  statusMessage: note,
  version: note,
  environment: note,
  input: unknown,
  output: unknown,
  metadata: unknown,
  model: note,
  modelId: note,
  modelParameters: unknown,
  promptId: note,
  promptName: note,
  promptVersion: amount,
  usageDetails: byKind,
  costDetails: byKind,
  usage: optional(
    object<ObservationUsage>({
      input: amount,
      output: amount,
      total: amount,
      unit: note,
      inputCost: amount,
      outputCost: amount,
      totalCost: amount,
    }),
  ),
  inputPrice: amount,
  outputPrice: amount,
  totalPrice: amount,
  calculatedInputCost: amount,
  calculatedOutputCost: amount,
  calculatedTotalCost: amount,
  latency: amount,
  timeToFirstToken: amount,
});

const score = object<Score>({
  id: string,
  traceId: note,
  observationId: note,
  name: word,
  dataType: optional(openEnum('NUMERIC', 'CATEGORICAL', 'BOOLEAN', 'TEXT')),
  value: amount,
  stringValue: note,
  source: optional(openEnum('ANNOTATION', 'API', 'EVAL')),
  timestamp: word,
  createdAt: word,
  updatedAt: word,
  authorUserId: note,
  comment: note,
  metadata: unknown,
  configId: note,
  queueId: note,
  environment: note,
});

/** A trace with its complete observations and scores. */
export const trace = object<Trace>({
  ...traceFields,
  observations: optional(array(observation)),
  scores: optional(array(score)),
  _deprecation: deprecation,
});
