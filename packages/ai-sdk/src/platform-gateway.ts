import { NoSuchModelError, type LanguageModelV4, type ProviderV4 } from '@ai-sdk/provider';
import type { Platform } from '@platform-sdk/core';
import { createGatewayClient, type GatewayClientOptions, type GatewaySettings } from '@platform-sdk/gateway';
import { createGatewayModel } from './gateway-model.ts';

/** The model gateway as a provider of the AI SDK. Call it with a model: `gateway('provider/model')` or `gateway('auto')`. */
export interface PlatformGateway extends ProviderV4 {
  (modelId: string): LanguageModelV4;
}

/**
 * Creates a provider for the AI SDK from a platform: `generateText({ model: platformGateway(platform)('auto'), prompt })`. It accepts the
 * arguments of `createGatewayClient`, and uses the key, limiter, retries and errors of that client.
 */
export const platformGateway = (platformOrOptions: Platform | GatewayClientOptions, settings?: GatewaySettings): PlatformGateway => {
  const client = createGatewayClient(platformOrOptions, settings);
  const languageModel = (modelId: string): LanguageModelV4 => createGatewayModel(client, modelId);
  const missing = (modelType: 'embeddingModel' | 'imageModel') => (modelId: string) => {
    throw new NoSuchModelError({ modelId, modelType, message: `The gateway has chat models only, and no ${modelType} ${modelId}` });
  };
  return Object.assign((modelId: string) => languageModel(modelId), {
    specificationVersion: 'v4' as const,
    languageModel,
    embeddingModel: missing('embeddingModel'),
    imageModel: missing('imageModel'),
  });
};
