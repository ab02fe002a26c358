import type { GatewayChatInput, GatewayChatResult, GatewayChatChunk, GatewayClient } from '@platform-sdk/gateway';
import { expectTypeOf, it } from 'vitest';

const messages = [{ role: 'user', content: 'Hello' }] as const;

it('chat returns a completion, and chatStream a stream of chunks whose final() is a completion', () => {
  type Events = ReturnType<GatewayClient['chatStream']>;
  expectTypeOf<ReturnType<GatewayClient['chat']>>().toEqualTypeOf<Promise<GatewayChatResult>>();
  expectTypeOf<ReturnType<Events['final']>>().toEqualTypeOf<Promise<GatewayChatResult>>();
  expectTypeOf<Events>().toExtend<AsyncIterable<GatewayChatChunk>>();
});

it('GatewayChatInput accepts the settings of each kind of model', () => {
  const requests: GatewayChatInput[] = [
    { model: 'acme/large', messages, temperature: 1 },
    { model: 'auto', messages, strategy: 'best' },
    { model: 'search-engine', messages, agent_config: { max_results: 3, search_type: 'web' } },
    { model: 'scrap-engine', messages, agent_config: { format: 'markdown', extract_links: true } },
  ];
  expectTypeOf(requests).items.toExtend<{ model: string }>();
});

it('GatewayChatInput rejects the settings of another kind of model', () => {
  // @ts-expect-error -- only `auto` has strategies
  const strategy: GatewayChatInput = { model: 'acme/large', messages, strategy: 'best' };
  // @ts-expect-error -- only agent models have settings of their own
  const config: GatewayChatInput = { model: 'acme/large', messages, agent_config: { max_results: 3 } };
  // @ts-expect-error -- `format` is a setting of `scrap-engine`
  const other: GatewayChatInput = { model: 'search-engine', messages, agent_config: { format: 'markdown' } };
  expectTypeOf([strategy, config, other]).items.toExtend<object>();
});

it('GatewayChatInput accepts a reply as the next message', () => {
  expectTypeOf<GatewayChatResult['choices'][number]['message']>().toExtend<GatewayChatInput['messages'][number]>();
});
