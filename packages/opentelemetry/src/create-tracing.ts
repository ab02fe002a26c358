import {
  context,
  createContextKey,
  INVALID_SPAN_CONTEXT,
  metrics,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Histogram,
  type MeterProvider,
  type Span,
  type TracerProvider,
} from '@opentelemetry/api';
import { isPlatformError, type TracedAttempt, type TracedCall, type Tracing } from '@platform-sdk/core';
import { boolean, object, objectWith, optional, orNull } from '@platform-sdk/core/contract';
import { checkOptions } from '@platform-sdk/core/internal';
import { chatFacts, isChat, tokensOf } from './chat-facts.ts';

/** Options of `createTracing`. */
export interface TracingOptions {
  /** Creates the spans. Default: the global provider at the start of each span. */
  readonly tracerProvider?: TracerProvider;
  /** Creates the metrics. Default: the global provider when `createTracing` is called. */
  readonly meterProvider?: MeterProvider;
  /** Sends the trace context with each request, in the format of the global propagator. Default: true. */
  readonly propagate?: boolean;
  /**
   * Prevents other instrumentations, such as the instrumentations of `http` and undici, from creating a second span for each request.
   * Default: true. With `false`, they also send their own `traceparent`, so set `propagate: false` too.
   */
  readonly suppressInstrumentation?: boolean;
}

const tracingOptions = object<TracingOptions>({
  tracerProvider: orNull(objectWith<TracerProvider>('getTracer')),
  meterProvider: orNull(objectWith<MeterProvider>('getMeter')),
  propagate: optional(boolean),
  suppressInstrumentation: optional(boolean),
});

const NAME = '@platform-sdk/opentelemetry';

/** The key by which every part of an OpenTelemetry SDK recognizes a suppressed context. */
const SUPPRESS = 'OpenTelemetry SDK Context Key SUPPRESS_TRACING';
/** The bucket bounds of the semantic conventions. The SDKs' default bounds in milliseconds would put almost all requests in one bucket. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const CHAT_SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const CHAT_TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864];

/** Returns `error.type` and other attributes of a failure. Omits the message, which may repeat the service's message. */
const failureFacts = (error: unknown): Attributes => {
  if (!isPlatformError(error)) return { 'error.type': error instanceof Error ? error.name : '_OTHER' };
  const { kind, status, code, outcome } = error;
  return {
    'error.type': kind === 'http' && status !== undefined && status >= 400 ? String(status) : kind,
    'platform.error.kind': kind,
    ...(code !== undefined && { 'platform.error.code': code }),
    ...(outcome !== undefined && { 'platform.outcome': outcome }),
  };
};

const addressFacts = (url: string): Attributes => {
  const { hostname, port, protocol } = new URL(url);
  return { 'server.address': hostname, 'server.port': Number(port) || (protocol === 'http:' ? 80 : 443) };
};

/** Runs the tracer's work, and ignores its failures, which must not affect the call. */
const harmless = <Result>(work: () => Result): Result | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** Creates spans and metrics for the calls of a platform: `createPlatform({ tracing: createTracing() })`. */
export const createTracing = (options: TracingOptions = {}): Tracing => {
  const {
    tracerProvider,
    meterProvider,
    propagate = true,
    suppressInstrumentation = true,
  } = checkOptions('createTracing', tracingOptions, options);
  const meter = (meterProvider ?? metrics.getMeterProvider()).getMeter(NAME);
  const histogram = (name: string, unit: string, description: string, explicitBucketBoundaries: number[]): Histogram =>
    meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries } });
  const requests = histogram('http.client.request.duration', 's', 'Duration of requests up to their headers', REQUEST_SECONDS);
  const chats = histogram('gen_ai.client.operation.duration', 's', 'Duration of chats', CHAT_SECONDS);
  const tokens = histogram('gen_ai.client.token.usage', '{token}', 'Tokens of chats', CHAT_TOKENS);

  /** The models that have responded. Other names are recorded as `_OTHER`, because each name would permanently add a time series. */
  const knownModels = new Set<string>();

  /** Runs work in a span, and ends the span with the attributes of the result or the failure. */
  const inSpan = async <Result>(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    work: (span: Span) => Promise<Result>,
    ended: (result: Result | undefined, failure: Attributes | undefined, span: Span, seconds: number) => void = () => undefined,
  ): Promise<Result> => {
    const tracer = (tracerProvider ?? trace.getTracerProvider()).getTracer(NAME);
    const span = harmless(() => tracer.startSpan(name, { kind, attributes })) ?? trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
    const started = performance.now();
    const end = (result: Result | undefined, failure?: Attributes): void => {
      harmless(() => {
        if (failure) span.setAttributes(failure).setStatus({ code: SpanStatusCode.ERROR });
        ended(result, failure, span, (performance.now() - started) / 1000);
      });
      harmless(() => span.end());
    };
    try {
      const result = await context.with(trace.setSpan(context.active(), span), () => work(span));
      end(result);
      return result;
    } catch (error) {
      end(undefined, failureFacts(error));
      throw error;
    }
  };

  const call = <Result>({ id, operation, model }: TracedCall, run: () => Promise<Result>): Promise<Result> => {
    const own = { 'platform.operation': operation, 'platform.call_id': id };
    if (!isChat(operation)) return inSpan(operation, SpanKind.INTERNAL, own, run);
    const chat = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'platform',
      ...(model !== undefined && { 'gen_ai.request.model': model }),
    };
    return inSpan(
      model === undefined ? 'chat' : `chat ${model}`,
      SpanKind.CLIENT,
      { ...own, ...chat },
      run,
      (result, failure, span, seconds) => {
        span.setAttributes(chatFacts(result));
        if (model !== undefined && !failure) knownModels.add(model);
        const isUnknown = model !== undefined && !knownModels.has(model);
        const series = { ...chat, ...(isUnknown && { 'gen_ai.request.model': '_OTHER' }) };
        chats.record(seconds, { ...series, ...(failure && { 'error.type': failure['error.type'] ?? '_OTHER' }) });
        const { input, output } = tokensOf(result);
        if (input !== undefined) tokens.record(input, { ...series, 'gen_ai.token.type': 'input' });
        if (output !== undefined) tokens.record(output, { ...series, 'gen_ai.token.type': 'output' });
      },
    );
  };

  const attempt = <Result extends { readonly status: number }>(
    { operation, method, url, template, attempt: number }: TracedAttempt,
    run: (headers?: Readonly<Record<string, string>>) => Promise<Result>,
  ): Promise<Result> => {
    const shared = { 'http.request.method': method, 'url.template': template, ...addressFacts(url) };
    const attributes = {
      ...shared,
      'url.full': url,
      'platform.operation': operation,
      ...(number > 1 && { 'http.request.resend_count': number - 1 }),
    };
    const send = (): Promise<Result> => {
      const headers: Record<string, string> = {};
      if (propagate) harmless(() => propagation.inject(context.active(), headers));
      if (!suppressInstrumentation) return run(headers);
      const suppressed = harmless(() => context.active().setValue(createContextKey(SUPPRESS), true));
      return suppressed ? context.with(suppressed, run, undefined, headers) : run(headers);
    };
    return inSpan(`${method} ${template}`, SpanKind.CLIENT, attributes, send, (response, failure, span, seconds) => {
      const { status } = response ?? {};
      const facts: Attributes = {
        ...(status !== undefined && { 'http.response.status_code': status }),
        ...(status !== undefined && status >= 400 && { 'error.type': String(status) }),
        ...(failure && { 'error.type': failure['error.type'] ?? '_OTHER' }),
      };
      span.setAttributes(facts);
      if (facts['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      requests.record(seconds, { ...shared, ...facts });
    });
  };

  return {
    call,
    attempt,
    wait: ({ operation }, run) => inSpan('wait for limiter', SpanKind.INTERNAL, { 'platform.operation': operation }, run),
  };
};
