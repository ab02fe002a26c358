export { createTracing, type TracingOptions } from './create-tracing.ts';
