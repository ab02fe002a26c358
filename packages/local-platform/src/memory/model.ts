import type { MemoryChatConfig, MemoryChatResult, MemoryUsage } from '@platform-sdk/memory';
import { refuse } from '../errors/refusal.ts';
import type { UserRecord } from './records.ts';

/** What the built-in model takes at most, in tokens. */
export const TOKEN_BUDGET = 8000;

/** In USD a token. */
const PRICES: Readonly<Record<NonNullable<MemoryChatConfig['model_preference']>, number>> = { fast: 1e-6, balanced: 3e-6, powerful: 1e-5 };

/** The service's own key, when neither the request nor the user has one. */
const SERVER_KEY = 'local-server-key';

/** A token is four characters, rounded up. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** The key that pays: the request's, the user's, or the service's own. A provider refuses what begins with `invalid`. */
export const resolveKey = ({ gatewayKey }: UserRecord, own: string | null | undefined): string => {
  const key = [own, gatewayKey].find((given) => given) ?? SERVER_KEY;
  return key.startsWith('invalid') ? refuse(502, 'LLM_SERVICE_ERROR', 'The model provider refused the gateway key.') : key;
};

/** What the model is given. */
export interface Prompt {
  readonly message: string;
  readonly history: readonly string[];
  readonly recalled: readonly string[];
  /** Whether the message told something new. */
  readonly isNews: boolean;
  readonly preference: NonNullable<MemoryChatConfig['model_preference']>;
}

/** What the model answers, with what it took. */
export interface Completion extends Required<Pick<MemoryChatResult, 'content' | 'usage' | 'cost_usd' | 'model'>> {
  readonly usage: MemoryUsage;
}

/** Answers in the same way every time: with what it remembers, or with what it was told. */
export const complete = ({ message, history, recalled, isNews, preference }: Prompt): Completion => {
  const [best] = recalled;
  const content = best !== undefined ? `I remember: ${best}` : isNews ? 'I will remember that.' : `You said: ${message}`;
  const usage = { tokens_in: tokensOf([message, ...history, ...recalled].join('\n')), tokens_out: tokensOf(content) };
  const cost_usd = Math.round((usage.tokens_in + usage.tokens_out) * PRICES[preference] * 1e9) / 1e9;
  return { content, usage, cost_usd, model: `local/${preference}` };
};

/** Refuses a message that is longer than the model takes. */
export const withinBudget = (message: string): void => {
  const tokens = tokensOf(message);
  if (tokens > TOKEN_BUDGET)
    refuse(400, 'TOKEN_BUDGET_EXCEEDED', `The message has ${tokens} tokens; the model takes at most ${TOKEN_BUDGET}.`);
};
