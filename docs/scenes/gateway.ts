import { createPlatform } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createLocalPlatform } from '@platform-sdk/local-platform';

const local = createLocalPlatform({
  gateway: {
    models: [
      { id: 'acme/sage', capability: 1, creditsPerMillionTokens: 15, latencyMs: 0 },
    ],
  },
});
const platform = createPlatform({
  baseUrls: local.baseUrls(),
  fetch: local.fetch,
  tokens: { gateway: local.gatewayKey },
});
export const gateway = createGatewayClient(platform);
