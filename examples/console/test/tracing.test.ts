import { context, propagation, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { createTracing } from '@platform-sdk/opentelemetry';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { installedBrowsers } from '../../../test/browser/installed.ts';
import { openLocalEnvironment } from '../server/environment.ts';
import { serveConsole } from '../server/serve-console.ts';
import { launch } from './open-console.ts';

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => {
  context.disable();
  propagation.disable();
});

/** Returns the spans as an indented tree, in the order of their start. */
const treeOf = (spans: readonly ReadableSpan[]): readonly string[] => {
  const order = ({ startTime: [seconds, nanos] }: ReadableSpan): number => seconds * 1e9 + nanos;
  const childrenOf = (id: string | undefined): readonly ReadableSpan[] =>
    spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === id).toSorted((one, other) => order(one) - order(other));
  const lines = (span: ReadableSpan, indent: string): string[] => [
    `${indent}${span.name} ${String(span.attributes['http.response.status_code'] ?? '')}`.trimEnd(),
    ...childrenOf(span.spanContext().spanId).flatMap((child) => lines(child, `${indent}  `)),
  ];
  return childrenOf(undefined).flatMap((span) => lines(span, ''));
};

/** Starts a server whose spans are collected. Every span belongs to a request of a page, and all requests belong to one journey. */
const openTraced = async () => {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = tracerProvider.getTracer('console');
  const environment = await openLocalEnvironment();
  const options = { ...environment.options, tracing: createTracing({ tracerProvider }) };
  const journey: Span = tracer.startSpan('journey');
  const below = trace.setSpan(context.active(), journey);
  const server = await serveConsole({ ...environment, options }, inject('consoleFolder'), {
    around: (request, respond) =>
      tracer.startActiveSpan(`page: ${request.method} ${new URL(request.url).pathname}`, {}, below, async (span) => {
        const response = await respond();
        span.setAttribute('http.response.status_code', response.status);
        span.end();
        return response;
      }),
  });
  const close = async (): Promise<void> => {
    await server.close();
    await environment.close();
  };
  return { server, journey, spans: () => exporter.getFinishedSpans(), close };
};

describe.each(installedBrowsers.slice(0, 1).map((each) => [each.browser, each] as const))('a journey in %s', (_, installed) => {
  it("a journey creates a single tree of spans, from the page's requests to the requests to services", async () => {
    const browser = await launch(installed);
    const { server, journey, spans, close } = await openTraced();
    const page = await browser.newPage();
    await page.goto(`${server.url}/chat`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('are free in this minute').waitFor();
    await page.getByLabel('Model').selectOption('acme/sage');
    await page.getByLabel('Message', { exact: true }).pressSequentially('Describe a loom.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Tokens of the reply').waitFor();
    await page.getByRole('link', { name: 'Memory' }).click();
    await page.getByText('My team is in Turin').waitFor();
    await expect.poll(() => spans().filter(({ name }) => name.startsWith('chat')).length).toBe(1);
    await browser.close();
    await close();
    journey.end();

    const tree = treeOf(spans());
    console.log(tree.join('\n'));
    const chat = tree.indexOf('  page: POST /relay/gateway/v1/chat/completions 200');
    // A chat is billed, so the server checks the user's token again.
    expect(tree.slice(chat + 1, chat + 6)).toEqual([
      '    auth.tokenInfo',
      '      GET /oauth/token/info 200',
      expect.stringMatching(/^ {4}wait for limiter/),
      expect.stringMatching(/^ {4}chat acme\/sage/),
      expect.stringMatching(/^ {6}POST \/chat\/completions 200/),
    ]);
    expect(tree.filter((line) => line.includes('auth.tokenInfo'))).toHaveLength(2);
    const lists = ['users/me/sessions', 'memory/me', 'memory/duplicates'].map((path) => `  page: GET /relay/memory/v1/${path} 200`);
    for (const list of lists) expect(tree.filter((line) => line === list)).toHaveLength(1);
    expect(tree.filter((line) => !line.startsWith(' '))).toEqual(['journey']);
    expect(spans().filter(({ status }) => status.code === SpanStatusCode.ERROR)).toEqual([]);
  });
});
