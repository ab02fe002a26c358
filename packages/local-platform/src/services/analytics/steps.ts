import type { Observation, Score } from '@platform-sdk/analytics';
import type { ObservationRecord, TraceRecord } from './records.ts';

/** Fields that are computed from the trace, the times and the usage. */
type Derived = 'traceId' | 'model' | 'endTime' | 'latency' | 'usage' | 'calculatedTotalCost' | 'timeToFirstToken';

/** A step of a trace: a generation if it has a model, otherwise a span. A missing start, version or environment is that of the trace. */
export interface SeedObservation extends Partial<Omit<Observation, Derived>> {
  /** The name of the model. Default: none. */
  readonly model?: string;
  /** The number of input tokens. Default: 0. */
  readonly inputUsage?: number;
  /** The number of output tokens. Default: 0. */
  readonly outputUsage?: number;
  /** The cost in US dollars. Default: 0. */
  readonly totalCost?: number;
  /** The duration in seconds. Default: 1. */
  readonly seconds?: number;
}

/** A score of a trace. A missing time or environment is that of the trace. */
export interface SeedScore extends Partial<Omit<Score, 'value' | 'dataType' | 'stringValue'>> {
  readonly name: string;
  /** A number, a boolean, or a category as a string. */
  readonly value: number | boolean | string;
}

type Of = Pick<TraceRecord, 'id' | 'timestamp'> & Partial<Pick<TraceRecord, 'environment' | 'version'>>;

export const observationOf = (
  { id: traceId, timestamp, environment = 'default', version = null }: Of,
  index: number,
  {
    model,
    inputUsage: input = 0,
    outputUsage: output = 0,
    totalCost = 0,
    seconds = 1,
    startTime = timestamp,
    completionStartTime = null,
    ...given
  }: SeedObservation,
): ObservationRecord => ({
  id: `${traceId}-${index + 1}`,
  traceId,
  type: model === undefined ? 'SPAN' : 'GENERATION',
  name: null,
  startTime,
  endTime: new Date(Date.parse(startTime) + seconds * 1000).toISOString(),
  completionStartTime,
  parentObservationId: null,
  level: 'DEFAULT',
  statusMessage: null,
  version,
  environment,
  input: null,
  output: null,
  metadata: null,
  model: model ?? null,
  modelId: null,
  modelParameters: null,
  promptId: null,
  promptName: null,
  promptVersion: null,
  usageDetails: { input, output, total: input + output },
  costDetails: { total: totalCost },
  usage: { input, output, total: input + output, unit: model === undefined ? null : 'TOKENS' },
  inputPrice: null,
  outputPrice: null,
  totalPrice: null,
  calculatedInputCost: null,
  calculatedOutputCost: null,
  calculatedTotalCost: totalCost,
  latency: seconds,
  timeToFirstToken: completionStartTime === null ? null : (Date.parse(completionStartTime) - Date.parse(startTime)) / 1000,
  ...given,
});

export const scoreOf = ({ id: traceId, timestamp, environment = 'default' }: Of, index: number, { value, ...given }: SeedScore): Score => ({
  id: `${traceId}-score-${index + 1}`,
  traceId,
  observationId: null,
  source: 'API',
  timestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
  authorUserId: null,
  comment: null,
  metadata: null,
  configId: null,
  queueId: null,
  environment,
  ...given,
  ...valueOf(value),
});

/** Converts a score to its stored form. Booleans and categories also get a numeric value. */
const valueOf = (value: SeedScore['value']): Pick<Score, 'dataType' | 'value' | 'stringValue'> => {
  if (typeof value === 'number') return { dataType: 'NUMERIC', value };
  if (typeof value === 'string') return { dataType: 'CATEGORICAL', value: 0, stringValue: value };
  return { dataType: 'BOOLEAN', value: value ? 1 : 0, stringValue: value ? 'True' : 'False' };
};
