import type { GatewayBody, ChatTool, ToolCall } from '@platform-sdk/gateway';
import { lastQuestion } from './built-in-model.ts';
import { exampleOf } from './schema-example.ts';

/**
 * Returns the tool calls of the built-in model. It calls the chosen tool, or the tools whose names are in the last user message. If the
 * request requires a call and the message names no tool, it calls the first tool.
 */
export const callsFor = (body: GatewayBody, createId: () => string): ToolCall[] => {
  const { messages, tools = [], tool_choice = 'auto', parallel_tool_calls = true } = body;
  // The model replies to a tool result with text, because another tool call would make the conversation endless.
  if (tool_choice === 'none' || messages[messages.length - 1]?.role === 'tool') return [];
  const question = lastQuestion(messages);
  const wanted = toolsFor(tools, tool_choice, question);
  return wanted.slice(0, parallel_tool_calls ? undefined : 1).map((tool): ToolCall => {
    const id = `call_${createId()}`;
    if (tool.type === 'custom') return { id, type: 'custom', custom: { name: nameOf(tool), input: question } };
    const values = exampleOf({ ...(tool.function?.parameters as object | undefined), type: 'object' }, question);
    return { id, type: 'function', function: { name: nameOf(tool), arguments: JSON.stringify(values) } };
  });
};

const nameOf = (tool: Pick<ChatTool, 'function' | 'custom'>): string => tool.function?.name ?? String(tool.custom?.['name']);

const toolsFor = (tools: readonly ChatTool[], choice: NonNullable<GatewayBody['tool_choice']>, question: string): readonly ChatTool[] => {
  if (typeof choice === 'object') return tools.filter((tool) => nameOf(tool) === nameOf(choice as ChatTool));
  const words = wordsOf(question);
  const named = tools.filter((tool) => ` ${words} `.includes(` ${wordsOf(nameOf(tool))} `));
  return choice === 'required' && named.length === 0 ? tools.slice(0, 1) : named;
};

/** Splits a name into words, so that `getWeather`, `get_weather` and `Get weather!` are equal. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
