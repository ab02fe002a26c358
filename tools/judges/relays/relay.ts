import { toResponse } from '@platform-sdk/core/relay';
import { createGatewayClient } from '@platform-sdk/gateway';

/** The key of the gateway, which the relay must never send to a page. */
export const KEY = 'planted-gateway-key-51c8';

/** Reads the model of a request. An `EventSource` cannot send a body, so its URL contains the model. */
const modelOf = async (request: Request): Promise<string> => {
  if (request.method !== 'POST') return new URL(request.url).searchParams.get('model') ?? '';
  return ((await request.json()) as { readonly model: string }).model;
};

/** Responds to a page with a chat of the gateway. */
export const relay = async (request: Request, gatewayUrl: string): Promise<Response> => {
  const model = await modelOf(request);
  const gateway = createGatewayClient({ baseUrl: gatewayUrl, apiKey: KEY });
  return toResponse(gateway.chatStream({ model, messages: [{ role: 'user', content: 'Hello' }] }, { signal: request.signal }), {
    keepAliveMs: 500,
  });
};
