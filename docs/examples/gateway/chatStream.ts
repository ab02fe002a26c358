// #region preamble
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
const gateway = createGatewayClient(platform);
// #endregion

const stream = gateway.chatStream({
  model: 'acme/sage',
  messages: [{ role: 'user', content: 'Who wrote the first program?' }],
});
for await (const text of stream.text()) console.log(text);
console.log((await stream.final()).choices.at(0)?.finish_reason);
