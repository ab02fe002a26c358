import { createGatewayClient, type GatewayBody, type GatewayChatChunk, type Usage } from '@platform-sdk/gateway';
import { DEFAULT_MOST, questionTokens, usageOf, type Generation } from './generation.ts';
import type { LocalModel, Upstream } from '../../options/gateway.ts';

export const generateUpstream = (
  { baseUrl, apiKey = 'none', model: name, fetch }: Upstream,
  { agent_config: _, strategy: __, n: ___, ...body }: GatewayBody,
  model: LocalModel,
): Generation => {
  const client = createGatewayClient({ baseUrl, apiKey, ...(fetch && { fetch }) });
  const request = { ...body, model: name ?? model.id };
  const asked = questionTokens(body.messages);
  let made = 0;
  let reason = 'stop';
  let reportedUsage: Usage | undefined;
  const open = (signal: AbortSignal): AsyncIterator<GatewayChatChunk, undefined> =>
    client.chatStream(request, { signal })[Symbol.asyncIterator]();
  let events: AsyncIterator<GatewayChatChunk, undefined> | undefined;
  let first: IteratorResult<GatewayChatChunk, undefined> | undefined;
  return {
    most: asked + (body.max_tokens ?? body.max_completion_tokens ?? DEFAULT_MOST),
    opening: { role: 'assistant', content: '' },
    async begin(signal) {
      events = open(signal);
      first = await events.next();
    },
    async *deltas(signal) {
      events ??= open(signal);
      try {
        for (let next = first ?? (await events.next()); !next.done; next = await events.next()) {
          const { choices, usage } = next.value;
          const [{ delta, finish_reason } = {}] = choices;
          if (usage) reportedUsage = usage;
          if (finish_reason) reason = finish_reason;
          const { role: _role, ...members } = delta ?? {};
          if (!Object.values(members).some((value) => value !== null && value !== '')) continue;
          made++;
          yield members;
        }
      } finally {
        // Leaving the loop early stops the model.
        await events.return?.();
      }
    },
    reason: () => reason,
    usage: () => reportedUsage ?? usageOf(asked, made),
  };
};
