import { getMessageText, type GatewayBody, type GatewayMessage } from '@platform-sdk/gateway';
import { exampleOf } from './schema-example.ts';
import { decline } from './refusal.ts';

const DEFAULT_RESULTS = 3;
const MAX_RESULTS = 50;
/** The maximum number of characters of a message that the model reads. */
const MAX_QUESTION = 262_144;

/** Returns the built-in model's reply, which depends only on the request. */
export const replyTo = (body: GatewayBody): string => {
  const { model, messages, agent_config = {}, response_format } = body;
  const question = lastQuestion(messages);
  if (model === 'search-engine') return searched(question, agent_config.max_results);
  if (model === 'scrap-engine') return scrapped(question, agent_config.extract_links);
  const text =
    messages[messages.length - 1]?.role === 'tool' ? `The tool returned: ${resultsOf(messages).join(' ')}` : `You said: ${question}`;
  if (response_format?.type === 'json_schema') return JSON.stringify(exampleOf(response_format.json_schema?.['schema'], question));
  return response_format?.type === 'json_object' ? JSON.stringify({ reply: text }) : text;
};

/** Returns the last user message as a string. If the user sent no message, returns the last message. */
export const lastQuestion = (messages: readonly GatewayMessage[]): string => {
  const message = messages.findLast(({ role }) => role === 'user') ?? messages[messages.length - 1];
  return message ? getMessageText(message).slice(0, MAX_QUESTION).trim() : '';
};

/** Returns the tool results at the end of a conversation. */
const resultsOf = (messages: readonly GatewayMessage[]): string[] =>
  messages
    .slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1)
    .map((message) => getMessageText(message).slice(0, MAX_QUESTION));

const searched = (query: string, count = DEFAULT_RESULTS): string =>
  Array.from({ length: Math.min(count, MAX_RESULTS) }, (_, index) => `${index + 1}. ${query} - https://results.example/${index + 1}`).join(
    '\n',
  );

const scrapped = (address: string, links = false): string => {
  if (!URL.canParse(address)) return decline(400, 'INVALID_URL', 'The model scrap-engine needs a message that is a URL.');
  const { href, hostname } = new URL(address);
  return `# ${hostname}\n\nThe page at ${href} contains only this sentence.${links ? `\n\n[Home](${new URL('/', href).href})` : ''}`;
};
