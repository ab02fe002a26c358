export * as metrics from './metrics.ts';
export * as traces from './traces.ts';
