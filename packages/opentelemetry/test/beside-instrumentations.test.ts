import { context, propagation } from '@opentelemetry/api';
import { isTracingSuppressed } from '@opentelemetry/core';
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createTracing, type TracingOptions } from '@platform-sdk/opentelemetry';
import { expect, it } from 'vitest';
import { useGlobalContext } from './global-context.ts';

useGlobalContext();

const reply = {
  id: 'chatcmpl-1',
  created: 1,
  model: 'acme/large',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
};

/** Sends one chat, through a `fetch` that adds its own span and header, like an instrumentation of undici. */
const chatBesideInstrumentation = async (options: TracingOptions) => {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const parents: (string | null)[] = [];
  let wasSuppressed: boolean | undefined;
  const gateway = createGatewayClient({
    baseUrl: 'https://gateway.example.com/v1',
    apiKey: 'key',
    tracing: createTracing({ tracerProvider, ...options }),
    fetch: async (address, init) => {
      const { headers } = new Request(address, init);
      wasSuppressed = isTracingSuppressed(context.active());
      tracerProvider.getTracer('undici').startSpan('POST').end();
      const added: Record<string, string> = {};
      propagation.inject(context.active(), added);
      for (const [name, value] of Object.entries(added)) headers.append(name, value);
      parents.push(headers.get('traceparent'));
      return Response.json(reply);
    },
  });
  await gateway.chat({ model: 'acme/large', messages: [{ role: 'user', content: 'Hello' }] });
  return { names: exporter.getFinishedSpans().map(({ name }) => name), parents, wasSuppressed };
};

it('tracing next to an instrumentation creates one span per request, and sends one traceparent', async () => {
  const { names, parents, wasSuppressed } = await chatBesideInstrumentation({});
  expect(names).toEqual(['POST /chat/completions', 'chat acme/large']);
  expect(parents).toEqual([expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/)]);
  expect(wasSuppressed).toBe(true);
  expect(isTracingSuppressed(context.active())).toBe(false);
});

it('tracing keeps the spans of the instrumentation with suppressInstrumentation: false', async () => {
  const { names, parents } = await chatBesideInstrumentation({ suppressInstrumentation: false, propagate: false });
  expect(names).toEqual(['POST', 'POST /chat/completions', 'chat acme/large']);
  expect(parents).toEqual([expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/)]);
});

it('histograms use the bucket bounds of the semantic conventions', async () => {
  const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  await chatBesideInstrumentation({ meterProvider });
  await reader.forceFlush();
  const all = points.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
  const bounds = all.map(({ descriptor, dataPoints }) => {
    const value = dataPoints[0]?.value as { readonly buckets: { readonly boundaries: readonly number[] } } | undefined;
    return [descriptor.name, value?.buckets.boundaries[0], value?.buckets.boundaries.at(-1)];
  });
  await meterProvider.shutdown();
  expect(bounds).toEqual([
    ['http.client.request.duration', 0.005, 10],
    ['gen_ai.client.operation.duration', 0.01, 81.92],
    ['gen_ai.client.token.usage', 1, 67_108_864],
  ]);
});
