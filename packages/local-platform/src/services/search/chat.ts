import { getMessageText, type SearchChatResult, type SearchFindings, type SearchMessage } from '@platform-sdk/search';
import { countWords } from '../../text/count-words.ts';
import type { Call } from '../../routing/service.ts';
import type { World } from '../../world/state.ts';
import { agentic, found, scrapOnly, type Asked } from './flows.ts';
import { bestSentence, hitOf } from './ranking.ts';

/** The intent of a message. */
type Intent = 'scrape' | 'video' | 'news' | 'general';

/** The maximum number of characters in a message, and of URLs in it. */
const MAX_QUESTION = 262_144;
const MAX_URLS = 100;

const ADDRESS = /https?:\/\/[^\s<>"')\]]+/gi;

const intentOf = (text: string): Intent => {
  if (text.search(ADDRESS) >= 0) return 'scrape';
  if (/\b(?:videos?|clips?|films?|watch)\b/i.test(text)) return 'video';
  return /\b(?:news|headlines?)\b/i.test(text) ? 'news' : 'general';
};

interface Answer extends SearchFindings {
  readonly text: string;
}

/** Responds to a message by its intent. */
const answerTo = async (world: World, query: string, signal: AbortSignal): Promise<Answer> => {
  const intent = intentOf(query);
  if (intent === 'scrape') {
    const urls = [...query.matchAll(ADDRESS)].map(([address]) => address.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')).slice(0, MAX_URLS);
    const { results } = await scrapOnly({ world, signal, query, params: { urls } });
    const texts = results.map((page) => page.content || `${page.url} could not be read: ${String((page as { error?: unknown }).error)}`);
    return { text: texts.join('\n\n'), citations: urls, items: results };
  }
  const asked: Asked = { world, signal, query };
  if (intent === 'general') {
    const { answer, sources } = await agentic(asked);
    const results = await found(asked);
    return { text: answer, citations: sources.map(({ url }) => url), search_results: results.map((page) => hitOf(page, query)) };
  }
  const pages = await found({ ...asked, kind: intent });
  const items = pages.map((page) => ({ type: intent, ...hitOf(page, query) }));
  const text =
    pages.length === 0
      ? `No ${intent === 'video' ? 'videos were' : 'news was'} found.`
      : pages.map((page, index) => `${index + 1}. ${page.title}: ${bestSentence(page, query)}`).join('\n');
  const citations = pages.map(({ url }) => url);
  return {
    text,
    citations,
    items,
    search_results: pages.map((page) => hitOf(page, query)),
    ...(intent === 'video' && { media: { videos: items } }),
  };
};

/** Splits a string into tokens. A token is a word with the space before it. */
const tokensOf = (text: string): string[] => text.match(/(?<!\s)(?:\s*\S+\s*$|\s*\S+)/g) ?? [];

/** Creates the complete reply to a conversation. */
export const complete = async (
  world: World,
  model: string,
  messages: readonly SearchMessage[],
  signal: AbortSignal,
): Promise<SearchChatResult> => {
  const question = getMessageText(messages.findLast(({ role }) => role === 'user') ?? {}).slice(0, MAX_QUESTION);
  const { text, ...findings } = await answerTo(world, question, signal);
  const prompt_tokens = messages.reduce((sum, message) => sum + countWords(getMessageText(message)), 0);
  const completion_tokens = tokensOf(text).length;
  return {
    id: `chatcmpl-${world.id()}`,
    object: 'chat.completion',
    created: Math.floor(world.clock.now() / 1000),
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    ...findings,
  };
};

/** Streams a complete reply as fast as the client reads. The last chunk contains the results of the search. */
export const streamed = (
  { choices, usage, id, created, model, ...findings }: SearchChatResult,
  toWireNames: Call['toWireNames'],
): Response => {
  const head = { id, object: 'chat.completion.chunk', created, model };
  const { object: _, ...rest } = findings;
  const part = (delta: object, finish_reason: string | null = null, more: object = {}): string =>
    JSON.stringify(toWireNames({ ...head, choices: [{ index: 0, delta, finish_reason }], ...more }));
  const tokens = tokensOf(getMessageText(choices[0]?.message ?? {}));
  const events = [
    part({ role: 'assistant', content: '' }),
    ...tokens.map((content) => part({ content })),
    part({}, 'stop', { usage, ...rest }),
    '[DONE]',
  ];
  const encoder = new TextEncoder();
  let next = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(to) {
        to.enqueue(encoder.encode(`data: ${events[next++]}\n\n`));
        if (next === events.length) to.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' } });
};
