import { pause } from '@platform-sdk/core/internal';
import { getMessageText, type GatewayBody, type Delta, type GatewayMessage, type Usage } from '@platform-sdk/gateway';
import { countWords } from '../../text/count-words.ts';
import type { World } from '../../world/state.ts';
import { replyTo } from './built-in-model.ts';
import { callsFor } from './tool-calls.ts';

/** A reply in progress. */
export interface Generation {
  /** The maximum number of tokens, including the tokens of the question. */
  readonly most: number;
  /** The first event of a stream. */
  readonly opening: Delta;
  /** Resolves when the model starts to reply. Rejects if the model fails before the reply. Absent for a model that never fails. */
  begin?(signal: AbortSignal): Promise<void>;
  /** Yields the pieces of the reply. An abort ends the reply. */
  deltas(signal: AbortSignal): AsyncIterable<Delta>;
  reason(): string;
  /** Returns the tokens used so far. */
  usage(): Usage;
}

/** Splits a string into tokens. A token is a word with the space before it. */
const tokensOf = (text: string): string[] => {
  const words = text.trimEnd();
  const tokens: string[] = words.match(/(?<!\s)\s*\S+/g) ?? [];
  if (tokens.length > 0) tokens.push(`${tokens.pop()}${text.slice(words.length)}`);
  return tokens;
};

export const DEFAULT_MOST = 4096;

export const usageOf = (prompt_tokens: number, completion_tokens: number): Usage => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
});

/** Counts the tokens in a conversation. Images, recordings and files do not count. */
export const questionTokens = (messages: readonly GatewayMessage[]): number =>
  messages.reduce((sum, message) => sum + countWords(getMessageText(message)), 0);

/** Generates the reply of the built-in model: tool calls if the message requests them, otherwise text. */
export const generateBuiltIn = (world: World, body: GatewayBody): Generation => {
  const { tokenMs = 0 } = world.settings.gateway;
  const asked = questionTokens(body.messages);
  const isCall = body.model.includes('/') || body.model === 'auto';
  const calls = isCall ? callsFor(body, () => String(world.id())) : [];
  const whole = calls.length > 0 ? calls.flatMap(piecesOf) : tokensOf(replyTo(body)).map((content): Delta => ({ content }));
  const { max_completion_tokens, max_tokens = max_completion_tokens ?? DEFAULT_MOST } = body;
  const said = whole.slice(0, max_tokens);
  let made = 0;
  return {
    most: asked + said.length,
    opening: { role: 'assistant', content: calls.length > 0 ? null : '' },
    async *deltas(signal) {
      for (const delta of said) {
        if (tokenMs > 0) await pause(tokenMs, signal).catch(() => undefined);
        if (signal.aborted) return;
        made++;
        yield delta;
      }
    },
    reason: () => (said.length < whole.length ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop'),
    usage: () => usageOf(asked, made),
  };
};

/** Splits a tool call into pieces: the name, then the arguments word by word. The input of a custom tool is not split. */
const piecesOf = ({ function: called, ...call }: ReturnType<typeof callsFor>[number], index: number): Delta[] => {
  if (!called) return [{ tool_calls: [{ index, ...call }] }];
  const head = { index, ...call, function: { ...called, arguments: '' } };
  const words = tokensOf(called.arguments);
  return [{ tool_calls: [head] }, ...words.map((word): Delta => ({ tool_calls: [{ index, function: { arguments: word } }] }))];
};
