export type * from './types/metrics.ts';
export type * from './types/observations.ts';
export type * from './types/pages.ts';
export type * from './types/traces.ts';
