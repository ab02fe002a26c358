import type { LanguageModelV4CallOptions, SharedV4Warning } from '@ai-sdk/provider';
import type { ChatTool, GatewayBody, GatewayChatInput, StreamSettings } from '@platform-sdk/gateway';
import { PROVIDER } from './provider-name.ts';
import { toMessages } from './to-messages.ts';

/**
 * The gateway's settings that the AI SDK lacks, such as `providerOptions: { platform: { strategy: 'cheapest' } }`. These settings replace
 * the AI SDK's settings with the same meaning. Settings of a provider, such as `top_k`, are sent unchanged.
 */
export interface GatewayModelOptions extends Partial<Omit<GatewayBody, 'model' | 'messages'>>, StreamSettings {}

/** A gateway request, with warnings about settings that it cannot contain. */
export interface PreparedRequest {
  readonly request: GatewayChatInput;
  readonly warnings: SharedV4Warning[];
}

export const toRequest = (model: string, options: LanguageModelV4CallOptions): PreparedRequest => {
  const warnings: SharedV4Warning[] = [];
  const unsupported = (feature: string, details: string): void => void warnings.push({ type: 'unsupported', feature, details });
  if (options.topK !== undefined) unsupported('topK', 'Set top_k in providerOptions.platform for a model that has it');
  const settings = {
    max_tokens: options.maxOutputTokens,
    temperature: options.temperature,
    top_p: options.topP,
    presence_penalty: options.presencePenalty,
    frequency_penalty: options.frequencyPenalty,
    stop: options.stopSequences,
    seed: options.seed,
    reasoning_effort: options.reasoning === 'provider-default' ? undefined : options.reasoning,
    response_format: toResponseFormat(options.responseFormat),
    ...toTools(options, unsupported),
  };
  const request = {
    ...settings,
    ...options.providerOptions?.[PROVIDER],
    model,
    messages: toMessages(options.prompt, unsupported),
  };
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return { request: Object.fromEntries(given) as object as GatewayChatInput, warnings };
};

const toResponseFormat = (format: LanguageModelV4CallOptions['responseFormat']): GatewayBody['response_format'] | undefined => {
  if (format?.type !== 'json') return undefined;
  const { schema, name = 'response', description } = format;
  if (!schema) return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name, ...(description !== undefined && { description }), schema, strict: true } };
};

type Tools = Pick<GatewayModelOptions, 'tools' | 'tool_choice'>;

const toTools = (
  { tools = [], toolChoice }: LanguageModelV4CallOptions,
  unsupported: (feature: string, details: string) => void,
): Tools => {
  const own: ChatTool[] = [];
  for (const tool of tools) {
    if (tool.type === 'provider') unsupported(`tool ${tool.id}`, 'The gateway runs no tools of a provider');
    else {
      const { name, description, inputSchema, strict } = tool;
      const parameters = { ...inputSchema };
      const definition = { name, parameters, ...(description !== undefined && { description }), ...(strict !== undefined && { strict }) };
      own.push({ type: 'function', function: definition });
    }
  }
  if (own.length === 0) return {};
  return {
    tools: own,
    ...(toolChoice && {
      tool_choice: toolChoice.type === 'tool' ? { type: 'function', function: { name: toolChoice.toolName } } : toolChoice.type,
    }),
  };
};
