import type { MemoryChatConfig, MemoryChatResult, MemoryUsage } from '@platform-sdk/memory';
import { refuse } from '../../errors/refusal.ts';
import type { UserRecord } from './records.ts';

export const TOKEN_BUDGET = 8000;

/** Prices in USD per token. */
const PRICES: Readonly<Record<NonNullable<MemoryChatConfig['model_preference']>, number>> = { fast: 1e-6, balanced: 3e-6, powerful: 1e-5 };

/** The service's own key. It is used if neither the request nor the user provides a key. */
const SERVER_KEY = 'local-server-key';

/** Estimates the number of tokens in a string: a quarter of its length, rounded up. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** Returns the key for the call: the key of the request, of the user, or of the service. The provider rejects keys that begin with `invalid`. */
export const resolveKey = ({ gatewayKey }: UserRecord, own: string | null | undefined): string => {
  const key = [own, gatewayKey].find((given) => given) ?? SERVER_KEY;
  return key.startsWith('invalid') ? refuse(502, 'LLM_SERVICE_ERROR', 'The model provider rejected the gateway key.') : key;
};

export interface Prompt {
  readonly message: string;
  readonly history: readonly string[];
  readonly recalled: readonly string[];
  /** True if the message contains new information. */
  readonly isNews: boolean;
  readonly preference: NonNullable<MemoryChatConfig['model_preference']>;
}

export interface Completion extends Required<Pick<MemoryChatResult, 'content' | 'usage' | 'cost_usd' | 'model'>> {
  readonly usage: MemoryUsage;
}

/** Returns a deterministic reply, which repeats a memory, promises to remember, or repeats the message. */
export const complete = ({ message, history, recalled, isNews, preference }: Prompt): Completion => {
  const [best] = recalled;
  const content = best !== undefined ? `I remember: ${best}` : isNews ? 'I will remember that.' : `You said: ${message}`;
  const usage = { tokens_in: tokensOf([message, ...history, ...recalled].join('\n')), tokens_out: tokensOf(content) };
  const cost_usd = Math.round((usage.tokens_in + usage.tokens_out) * PRICES[preference] * 1e9) / 1e9;
  return { content, usage, cost_usd, model: `local/${preference}` };
};

/** Throws if a message exceeds the model's limit. */
export const withinBudget = (message: string): void => {
  const tokens = tokensOf(message);
  if (tokens > TOKEN_BUDGET)
    refuse(400, 'TOKEN_BUDGET_EXCEEDED', `The message has ${tokens} tokens; the model takes at most ${TOKEN_BUDGET}.`);
};
