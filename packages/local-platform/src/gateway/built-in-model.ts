import type { ChatBody } from '@platform-sdk/gateway';
import { decline } from './refusal.ts';

const DEFAULT_RESULTS = 3;
const MOST_RESULTS = 50;

/** What the built-in model says: always the same to the same question. */
export const replyTo = ({ model, messages, agent_config = {} }: ChatBody): string => {
  const { content } = messages.findLast(({ role }) => role === 'user') ?? messages[messages.length - 1] ?? {};
  const question = (content ?? '').trim();
  if (model === 'search-engine') return searched(question, agent_config.max_results);
  if (model === 'scrap-engine') return scrapped(question, agent_config.extract_links);
  return `You said: ${question}`;
};

const searched = (query: string, count = DEFAULT_RESULTS): string =>
  Array.from({ length: Math.min(count, MOST_RESULTS) }, (_, index) => `${index + 1}. ${query} - https://results.example/${index + 1}`).join(
    '\n',
  );

const scrapped = (address: string, links = false): string => {
  if (!URL.canParse(address)) return decline(400, 'INVALID_URL', 'The message of the model scrap-engine has to be a URL.');
  const { href, hostname } = new URL(address);
  return `# ${hostname}\n\nThe page at ${href} has this one sentence.${links ? `\n\n[Home](${new URL('/', href).href})` : ''}`;
};
