export { createGatewayClient, type GatewayClient, type GatewayClientOptions, type GatewaySettings } from './client.ts';
export {
  isInsufficientCreditsError,
  isProviderError,
  isRateLimitedError,
  isSubscriptionRequiredError,
  isUnknownModelError,
  type ProviderError,
  type UnknownModelError,
  type InsufficientCreditsError,
  type RateLimitedError,
  type SubscriptionRequiredError,
} from './errors.ts';
export { parseRateLimits, parseRouting, type GatewayRateLimit, type GatewayRateLimits, type Routing } from './headers.ts';
export { createLimiter, type LimiterHeadroom, type Limiter, type LocalLimiter } from './limiter.ts';
export type { LimiterEnd, LimiterRelease, LimiterWaiting } from './turn.ts';
export type { LimiterOptions, TierLimits, GatewayTier } from './limits.ts';
export type { LimiterState, LimiterStore } from './limiter-store.ts';
export { getMessageText } from '@platform-sdk/core/streams';
export type {
  ChatSettings,
  FunctionDefinition,
  GatewayMessage,
  ChatToolChoice,
  ResponseFormat,
  StreamSettings,
  ChatTool,
} from './chat-settings.ts';
export type {
  AutoChatInput,
  GatewayBody,
  GatewayChatInput,
  Choice,
  ChunkChoice,
  GatewayChatResult,
  GatewayChatChunk,
  ContentPart,
  CustomCall,
  Delta,
  FunctionCall,
  ImageAddress,
  InputAudio,
  InputFile,
  MessageContent,
  ModelChatInput,
  Reply,
  ScrapEngineConfig,
  ScrapEngineInput,
  SearchEngineConfig,
  SearchEngineInput,
  GatewayChatStreamBody,
  GatewayChatStreamInput,
  RoutingStrategy,
  ToolCall,
  Usage,
  GatewayChatBody,
} from './types.ts';
export { REASONING_EFFORTS, ROUTING_STRATEGIES } from './values.ts';
