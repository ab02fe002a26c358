import { createGatewayClient, type ChatBody, type Message, type Usage } from '@platform-sdk/gateway';
import type { World } from '../world.ts';
import { replyTo } from './built-in-model.ts';
import type { LocalModel, Upstream } from './options.ts';

/** An answer in the making. */
export interface Generation {
  /** How many tokens it can cost at most, the question included. */
  readonly most: number;
  /** Its tokens, as they are made; an abort ends them. */
  tokens(signal: AbortSignal): AsyncIterable<string>;
  /** Why it ended, or would have. */
  reason(): string;
  /** What was used so far. */
  usage(): Usage;
}

/** A word with the space before it counts as a token. */
const tokensOf = (text: string): string[] => {
  const words = text.trimEnd();
  const tokens: string[] = words.match(/\s*\S+/g) ?? [];
  if (tokens.length > 0) tokens.push(`${tokens.pop()}${text.slice(words.length)}`);
  return tokens;
};

const DEFAULT_MOST = 4096;

const usageOf = (prompt_tokens: number, completion_tokens: number): Usage => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
});

const countOf = (messages: readonly Message[]): number => messages.reduce((sum, { content }) => sum + tokensOf(content ?? '').length, 0);

export const generate = ({ settings }: World, body: ChatBody, model: LocalModel): Generation => {
  const { upstream, tokenMs = 0 } = settings.gateway;
  const isAgent = !model.id.includes('/');
  return upstream && !isAgent ? fromUpstream(upstream, body, model) : builtIn(body, tokenMs);
};

const builtIn = (body: ChatBody, tokenMs: number): Generation => {
  const asked = countOf(body.messages);
  const whole = tokensOf(replyTo(body));
  const { max_tokens = DEFAULT_MOST } = body;
  const said = whole.slice(0, max_tokens);
  let made = 0;
  return {
    most: asked + said.length,
    async *tokens(signal) {
      for (const token of said) {
        if (tokenMs > 0) await passed(tokenMs, signal);
        if (signal.aborted) return;
        made++;
        yield token;
      }
    },
    reason: () => (said.length < whole.length ? 'length' : 'stop'),
    usage: () => usageOf(asked, made),
  };
};

/** Resolves after so long, or at the abort. */
const passed = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

const fromUpstream = ({ baseUrl, apiKey = 'none', model: name, fetch }: Upstream, body: ChatBody, model: LocalModel): Generation => {
  const client = createGatewayClient({ baseUrl, apiKey, ...(fetch && { fetch }) });
  const { messages, max_tokens, temperature, top_p } = body;
  const settings = {
    ...(max_tokens && { max_tokens }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
  };
  const asked = countOf(messages);
  let made = 0;
  let reason = 'stop';
  let told: Usage | undefined;
  return {
    most: asked + (max_tokens ?? DEFAULT_MOST),
    async *tokens(signal) {
      for await (const { choices, usage } of client.chatStream({ model: name ?? model.id, messages, ...settings }, { signal })) {
        const [{ delta, finish_reason } = {}] = choices;
        if (usage) told = usage;
        if (finish_reason) reason = finish_reason;
        if (!delta?.content) continue;
        made++;
        yield delta.content;
      }
    },
    reason: () => reason,
    usage: () => told ?? usageOf(asked, made),
  };
};
