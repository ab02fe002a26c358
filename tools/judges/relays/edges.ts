import { EdgeRuntime, runServer } from 'edge-runtime';
import { Miniflare, supportedCompatibilityDate } from 'miniflare';
import { bundle } from './bundle.ts';
import type { Host } from './host.ts';

const WORKER = `import { relay } from './relay.ts';
export default { fetch: (request, { GATEWAY }) => relay(request, GATEWAY) };`;

const EDGE = `import { relay } from './relay.ts';
addEventListener('fetch', (event) => event.respondWith(relay(event.request, GATEWAY)));`;

/** Creates a host for workerd, the runtime of Cloudflare. */
const workerdHost = (name: string, compatibilityDate: string, compatibilityFlags: readonly string[]): Host => ({
  name,
  async start(gatewayUrl) {
    const worker = new Miniflare({
      modules: true,
      script: await bundle(WORKER, ['workerd', 'worker', 'browser'], 'esm'),
      compatibilityDate,
      compatibilityFlags: [...compatibilityFlags],
      bindings: { GATEWAY: gatewayUrl },
      host: '127.0.0.1',
      port: 0,
    });
    const { origin } = await worker.ready;
    return { origin, close: () => worker.dispose() };
  },
});

export const workerdHosts: readonly Host[] = [
  workerdHost('workerd', supportedCompatibilityDate, ['enable_request_signal']),
  // This older runtime never aborts the signal of a request.
  workerdHost('workerd of 2024', '2024-09-02', []),
];

export const edgeHost: Host = {
  name: 'edge-runtime',
  // After a reset, `fetch` of this runtime ends a body without a declared length normally. Only the missing end marker shows the failure.
  kindOfReset: 'truncated',
  async start(gatewayUrl) {
    const code = await bundle(EDGE, ['edge-light', 'worker', 'browser'], 'iife');
    const runtime = new EdgeRuntime({ initialCode: `globalThis.GATEWAY = ${JSON.stringify(gatewayUrl)};\n${code}` });
    const server = await runServer({ runtime, host: '127.0.0.1' });
    return { origin: new URL(server.url).origin, close: () => server.close() };
  },
};
