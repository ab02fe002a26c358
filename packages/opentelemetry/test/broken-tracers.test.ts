import type { MeterProvider, TracerProvider } from '@opentelemetry/api';
import { BasicTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createTracing } from '@platform-sdk/opentelemetry';
import { expect, it } from 'vitest';

const hello = { model: 'acme/large', messages: [{ role: 'user' as const, content: 'Hello' }] };
const chunk = (choice: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
const begun = chunk({ delta: { content: 'Hi' } });
const whole = `${begun}${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`;

const streamed = (body: BodyInit): Response => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
const silent = (): Response => streamed(new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode(begun)) }));

const processorOf = (own: Partial<SpanProcessor>): SpanProcessor => ({
  onStart: () => undefined,
  onEnd: () => undefined,
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
  ...own,
});

const gatewayOf = (
  respond: () => Response | Promise<Response>,
  options: { readonly tracerProvider?: TracerProvider; readonly meterProvider?: MeterProvider },
) =>
  createGatewayClient({
    baseUrl: 'https://gateway.example.com/v1',
    apiKey: 'key',
    retry: { limit: 0 },
    tracing: createTracing(options),
    fetch: async () => respond(),
  });

const fail = (): never => {
  throw new Error('The exporter is broken');
};

const instrument = { record: fail };
const meter = { createHistogram: () => instrument } as object as ReturnType<MeterProvider['getMeter']>;
const providerOf = (own: Partial<SpanProcessor>) => new BasicTracerProvider({ spanProcessors: [processorOf(own)] });

it.each([
  ['at the start of a span', { tracerProvider: providerOf({ onStart: fail }) }],
  ['at the end of a span', { tracerProvider: providerOf({ onEnd: fail }) }],
  ['with a metric', { meterProvider: { getMeter: () => meter } }],
])('a tracer that fails %s changes no response and hides no error', async (_, options) => {
  expect(await gatewayOf(() => streamed(whole), options).chat(hello)).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
  const stream = gatewayOf(() => streamed(whole), options).chatStream(hello);
  expect(await stream.final()).toMatchObject({ choices: [{ message: { content: 'Hi' } }] });
  const poor = gatewayOf(() => Response.json({ detail: 'No' }, { status: 402 }), options);
  await expect(poor.chat(hello)).rejects.toMatchObject({ kind: 'http', status: 402, outcome: 'rejected' });
  await expect(
    gatewayOf(() => streamed(begun), options)
      .chatStream(hello)
      .final(),
  ).rejects.toMatchObject({ kind: 'truncated' });
});

it('a span ends after every outcome of its call', async () => {
  const counts = { begun: 0, ended: 0 };
  const processor = processorOf({ onStart: () => void counts.begun++, onEnd: () => void counts.ended++ });
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [processor] });
  const gateway = (respond: () => Response | Promise<Response>) => gatewayOf(respond, { tracerProvider });
  const quietly = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);

  await gateway(() => streamed(whole))
    .chatStream(hello)
    .final();
  await quietly(
    gateway(() => streamed(begun))
      .chatStream(hello)
      .final(),
  );
  await quietly(gateway(() => Promise.reject(new TypeError('fetch failed'))).chat(hello));
  await quietly(
    gateway(() => Response.json({}, { status: 500 }))
      .chatStream(hello)
      .final(),
  );
  await quietly(gateway(silent).chat({ ...hello, model: '' }));
  for await (const _ of gateway(silent).chatStream(hello)) break;
  const stop = new AbortController();
  const reading = (async () => {
    for await (const _ of gateway(silent).chatStream(hello, { signal: stop.signal })) stop.abort();
  })();
  await quietly(reading);
  const stream = gateway(silent).chatStream(hello);
  await stream[Symbol.asyncIterator]().next();
  await stream[Symbol.asyncDispose]();
  gateway(silent).chatStream(hello);
  await expect.poll(() => counts.ended).toBe(counts.begun);
  expect(counts.begun).toBeGreaterThanOrEqual(14);
});
