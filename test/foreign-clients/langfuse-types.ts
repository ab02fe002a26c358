import type { commons, trace } from '@langfuse/core';
import type { components as EarlierComponents } from 'langfuse-core';
import type { components } from 'langfuse-core-with-daily-metrics';

/** The types that Langfuse publishes in its packages. The types of daily metrics are from the last version that contains them. */
export type TraceDetail = commons.TraceWithFullDetails;
export type TraceList = trace.Traces;
export type Observation = commons.ObservationsView;
export type Score = commons.ScoreV1;
export type DailyMetrics = components['schemas']['DailyMetrics'];

type EarlierSchemas = EarlierComponents['schemas'];

/** The same types before version 4, where more fields can be missing or null. */
export type EarlierTraceDetail = EarlierSchemas['TraceWithFullDetails'];
export type EarlierObservation = EarlierSchemas['ObservationsView'];
export type EarlierScore = EarlierSchemas['ScoreV1'];
