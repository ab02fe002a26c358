import { refuse } from '../../errors/refusal.ts';
import type { Call, Rules } from '../../routing/service.ts';
import type { SearchMessage } from '@platform-sdk/search';
import { complete, streamed } from './chat.ts';
import type { contract } from './contract.ts';
import { agentic, scrapOnly, searchOnly } from './flows.ts';

/** The only model in the API specification. */
const MODEL = 'agentic-search';

const answer = async (model: string, messages: readonly SearchMessage[], isStream: boolean, { world, request, toWireNames }: Call) => {
  if (model !== MODEL) refuse(422, 'INVALID_INPUT', `model must be ${MODEL}, the only model`);
  const completion = await complete(world, model, messages, request.signal);
  return isStream ? streamed(completion, toWireNames) : completion;
};

const isStreamed = (stream: unknown = null): boolean => {
  if (stream !== null && typeof stream !== 'boolean') refuse(422, 'INVALID_INPUT', 'stream must be true or false');
  return stream === true;
};

/** Limits how many pages one request can fetch. */
const MAX_URLS = 100;

export const rules: Rules<typeof contract> = {
  search({ query, flow, params }, { world, request: { signal } }) {
    if ((params?.urls?.length ?? 0) > MAX_URLS) refuse(422, 'INVALID_INPUT', `params.urls has more than ${MAX_URLS} addresses`);
    const asked = { world, signal, query, ...(params && { params }) };
    if (flow === 'search_only') return searchOnly(asked);
    if (flow === 'agentic') return agentic(asked);
    return params?.urls?.length ? scrapOnly(asked) : refuse(422, 'INVALID_INPUT', 'params.urls is required for scrap_only');
  },
  chatStream: ({ model, messages }, call) => answer(model, messages, true, call),
  chat: ({ model, messages, stream }, call) => answer(model, messages, isStreamed(stream), call),
};
