import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createGatewayClient, createLimiter } from '@platform-sdk/gateway';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';
import { createTracing } from '@platform-sdk/opentelemetry';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { describe, expect, it } from 'vitest';
import { useGlobalContext } from './global-context.ts';

useGlobalContext();

const collector = () => {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: points, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  return {
    tracing: createTracing({ tracerProvider, meterProvider }),
    tracer: tracerProvider.getTracer('test'),
    spans: () => exporter.getFinishedSpans(),
    metrics: async () => {
      await reader.forceFlush();
      const all = points.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
      await meterProvider.shutdown();
      return all;
    },
  };
};

/** Returns the spans as an indented tree, in the order of their start. */
const treeOf = (spans: readonly ReadableSpan[]): string => {
  const childrenOf = (id: string | undefined): readonly ReadableSpan[] =>
    spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === id).toSorted((one, other) => order(one) - order(other));
  const order = ({ startTime: [seconds, nanos] }: ReadableSpan): number => seconds * 1e9 + nanos;
  const facts = ({ attributes, status }: ReadableSpan): string =>
    [
      attributes['http.response.status_code'],
      attributes['gen_ai.usage.output_tokens'] !== undefined && 'with tokens',
      attributes['error.type'] !== undefined && `error ${String(attributes['error.type'])}`,
      attributes['platform.outcome'],
      status.code === SpanStatusCode.ERROR && 'ERROR',
    ]
      .filter(Boolean)
      .join(' ');
  const lines = (span: ReadableSpan, indent: string): string[] => [
    `${indent}${span.name} ${facts(span)}`.trimEnd(),
    ...childrenOf(span.spanContext().spanId).flatMap((child) => lines(child, `${indent}  `)),
  ];
  return childrenOf(undefined)
    .flatMap((span) => lines(span, ''))
    .join('\n');
};

it('several calls within a span create one tree of spans, with refresh, retries and chats', async () => {
  const local = createLocalPlatform();
  const { tracing, tracer, spans } = collector();
  const parents: (string | null)[] = [];
  const platform = createPlatform({
    apiKey: local.apiKey,
    baseUrls: local.baseUrls(),
    tokens: { gateway: local.gatewayKey },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      parents.push(request.headers.get('traceparent'));
      return local.fetch(request);
    },
    tracing,
  });
  const organizations = createOrganizationsClient(platform);
  const gateway = createGatewayClient(platform, { limiter: createLimiter({ tier: 'free' }) });
  const { email: username, password } = local.account;
  const fail = (operation: string, status: number): void =>
    void local.faults.add({ operation, times: 1, respond: () => new Response('{}', { status }) });
  await tracer.startActiveSpan('journey', async (span) => {
    await createAuthClient(platform).login({ username, password });
    fail('organizations.list', 503);
    const [organization] = await organizations.list();
    fail('organizations.get', 401);
    await organizations.get({ organizationId: organization?.id ?? '' });
    const messages = [{ role: 'user' as const, content: 'planted question' }];
    await gateway.chatStream({ model: 'auto', messages, stream_options: { include_usage: true } }).final();
    span.end();
  });
  await expect.poll(() => spans().some(({ name }) => name === 'chat auto')).toBe(true);
  const tree = treeOf(spans());
  // oxlint-disable-next-line no-console -- prints the tree of spans for readers
  console.log(tree);
  expect(tree.split('\n')).toEqual([
    'journey',
    '  auth.login',
    '    POST /oauth/token 200',
    '  organizations.list',
    '    GET /organizations 503 error 503 ERROR',
    '    GET /organizations 200',
    '  organizations.get',
    '    GET /organizations/{organizationId} 401 error 401 ERROR',
    '    auth.refresh',
    '      POST /oauth/token/refresh 200',
    '    GET /organizations/{organizationId} 200',
    '  wait for limiter',
    '  chat auto with tokens',
    '    POST /chat/completions 200',
  ]);
  const traceIds = new Set(spans().map((span) => span.spanContext().traceId));
  expect(traceIds.size).toBe(1);
  const requests = spans().filter(({ attributes }) => attributes['http.request.method'] !== undefined);
  expect(new Set(parents)).toEqual(new Set(requests.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`)));
  const shown = JSON.stringify(spans().map(({ attributes, events, status }) => [attributes, events, status]));
  expect(shown).not.toMatch(/planted question|eyJ/);
  for (const secret of [local.gatewayKey, password, username]) expect(shown).not.toContain(secret);
});

const json = (document: unknown, status = 200): Response =>
  new Response(JSON.stringify(document), { status, headers: { 'content-type': 'application/json' } });

const message = (content: string): object => ({
  id: 'chatcmpl-1',
  created: 1,
  model: 'acme/large-2',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
});

describe('a chat', () => {
  const input = { model: 'acme/large', messages: [{ role: 'user' as const, content: 'planted question' }] };

  it('a chat creates a span with conventional names and its tokens, but no text', async () => {
    const { tracing, spans, metrics } = collector();
    const sent: Headers[] = [];
    const gateway = createGatewayClient({
      baseUrl: 'https://gateway.example.com/v1',
      apiKey: 'planted-key',
      tracing,
      fetch: async (address, init) => {
        sent.push(new Request(address, init).headers);
        return json(message('planted reply'));
      },
    });
    await gateway.chat(input);
    const [request, chat] = spans();
    expect(chat).toMatchObject({
      name: 'chat acme/large',
      kind: SpanKind.CLIENT,
      attributes: {
        'platform.operation': 'gateway.chat',
        'platform.call_id': 1,
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'platform',
        'gen_ai.request.model': 'acme/large',
        'gen_ai.response.model': 'acme/large-2',
        'gen_ai.response.id': 'chatcmpl-1',
        'gen_ai.response.finish_reasons': ['stop'],
        'gen_ai.usage.input_tokens': 3,
        'gen_ai.usage.output_tokens': 4,
      },
    });
    expect(request?.attributes).toEqual({
      'http.request.method': 'POST',
      'url.template': '/chat/completions',
      'url.full': 'https://gateway.example.com/v1/chat/completions',
      'server.address': 'gateway.example.com',
      'server.port': 443,
      'platform.operation': 'gateway.chat',
      'http.response.status_code': 200,
    });
    expect(request?.parentSpanContext?.spanId).toBe(chat?.spanContext().spanId);
    expect(sent[0]?.get('traceparent')).toBe(`00-${chat?.spanContext().traceId}-${request?.spanContext().spanId}-01`);
    const found = await metrics();
    const names = found.map(({ descriptor }) => descriptor.name);
    expect(names).toEqual(['http.client.request.duration', 'gen_ai.client.operation.duration', 'gen_ai.client.token.usage']);
    expect(JSON.stringify([spans().map(({ attributes, status, events }) => [attributes, status, events]), found])).not.toContain('planted');
  });

  it('a memory chat creates a span with tokens and cost', async () => {
    const { tracing, spans } = collector();
    const done = { status: 'completed', usage: { tokens_in: 2, tokens_out: 5 }, cost_usd: 0.25, model: 'acme/small' };
    const memory = createMemoryClient({
      baseUrl: 'https://memory.example.com',
      token: 'planted-token',
      tracing,
      fetch: async () =>
        new Response(`event: message\ndata: {"id":"m1","chunk":"Hi"}\n\nevent: done\ndata: ${JSON.stringify(done)}\n\n`, {
          headers: { 'content-type': 'text/event-stream' },
        }),
    });
    await memory.chatStream({ session_id: '3f0f1c1e-6a43-4a1b-9d3c-2b1a60c6a001', message: 'planted question' }).final();
    await expect.poll(() => spans().length).toBe(2);
    expect(spans()[1]).toMatchObject({
      name: 'chat',
      attributes: {
        'gen_ai.usage.input_tokens': 2,
        'gen_ai.usage.output_tokens': 5,
        'platform.usage.cost_usd': 0.25,
        'gen_ai.response.model': 'acme/small',
      },
    });
  });

  it('a chat that fails creates a span with the kind and the outcome of the failure, but no message', async () => {
    const { tracing, spans } = collector();
    const gateway = createGatewayClient({
      baseUrl: 'https://gateway.example.com/v1',
      apiKey: 'planted-key',
      tracing,
      fetch: async () => json({ detail: 'planted detail', error: { code: 'INSUFFICIENT_CREDITS' } }, 402),
    });
    await gateway.chat(input).catch(() => undefined);
    const [request, chat] = spans();
    expect(chat).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: {
        'error.type': '402',
        'platform.error.kind': 'http',
        'platform.error.code': 'INSUFFICIENT_CREDITS',
        'platform.outcome': 'rejected',
      },
    });
    expect(request).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'http.response.status_code': 402, 'error.type': '402' },
    });
    expect(JSON.stringify(spans().map(({ attributes, status, events }) => [attributes, status, events]))).not.toContain('planted');
  });

  it('all unknown model names share the metric series of `_OTHER`', async () => {
    const { tracing, metrics } = collector();
    const gateway = createGatewayClient({
      baseUrl: 'https://gateway.example.com/v1',
      apiKey: 'key',
      tracing,
      fetch: async (address, init) => {
        const { model } = (await new Request(address, init).json()) as { model: string };
        return model === 'acme/large' ? json(message('Hi')) : json({ error: { code: 'MODEL_NOT_FOUND' } }, 404);
      },
    });
    for (const model of ['acme/large', ...Array.from({ length: 50 }, (_, index) => `made-up-${index}`)])
      await gateway.chat({ ...input, model }).catch(() => undefined);
    const durations = (await metrics()).find(({ descriptor }) => descriptor.name === 'gen_ai.client.operation.duration');
    const models = durations?.dataPoints.map(({ attributes }) => attributes['gen_ai.request.model']);
    expect(models).toEqual(['acme/large', '_OTHER']);
  });

  it('tracing without a tracer provider changes no call', async () => {
    const gateway = createGatewayClient({
      baseUrl: 'https://gateway.example.com/v1',
      apiKey: 'key',
      tracing: createTracing(),
      fetch: async () => json(message('Hi')),
    });
    expect((await gateway.chat(input)).choices[0]?.message.content).toBe('Hi');
    expect(trace.getActiveSpan()).toBe(undefined);
  });
});
