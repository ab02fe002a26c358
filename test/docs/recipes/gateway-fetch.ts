import { isPlatformError } from '@platform-sdk/core';
import { toResponse } from '@platform-sdk/core/relay';
import type { GatewayClient } from '@platform-sdk/gateway';

/** Returns a `fetch` for clients of OpenAI's API. It sends their chats through the gateway client, with its key, limiter, checks and retries. */
export const gatewayFetch =
  (gateway: GatewayClient): typeof fetch =>
  async (_, init) => {
    const { stream, ...input } = JSON.parse(init?.body as string) as Parameters<GatewayClient['chat']>[0] & { readonly stream?: boolean };
    const options = init?.signal ? { signal: init.signal } : {};
    // The client runs in this process, so that it may see every error message.
    if (stream) return toResponse(gateway.chatStream(input, options), { exposeMessage: () => true });
    try {
      return Response.json(await gateway.chat(input, options));
    } catch (error) {
      if (!isPlatformError(error) || error.status === undefined || error.status < 400) throw error;
      const { message, code, kind, outcome, status } = error;
      return Response.json({ error: { message, code, kind, outcome } }, { status });
    }
  };
