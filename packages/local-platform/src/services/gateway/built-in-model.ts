import { getMessageText, type GatewayBody, type GatewayMessage } from '@platform-sdk/gateway';
import { exampleOf } from './schema-example.ts';
import { decline } from './refusal.ts';

const DEFAULT_RESULTS = 3;
const MAX_RESULTS = 50;
/** The part of a message that the model reads. */
const MAX_QUESTION = 262_144;

/** The reply of the built-in model: the same for the same question. */
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

/** The text of the last message of a user. */
export const lastQuestion = (messages: readonly GatewayMessage[]): string => {
  const message = messages.findLast(({ role }) => role === 'user') ?? messages[messages.length - 1];
  return message ? getMessageText(message).slice(0, MAX_QUESTION).trim() : '';
};

/** The texts of the messages of tools at the end of a conversation. */
const resultsOf = (messages: readonly GatewayMessage[]): string[] =>
  messages
    .slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1)
    .map((message) => getMessageText(message).slice(0, MAX_QUESTION));

const searched = (query: string, count = DEFAULT_RESULTS): string =>
  Array.from({ length: Math.min(count, MAX_RESULTS) }, (_, index) => `${index + 1}. ${query} - https://results.example/${index + 1}`).join(
    '\n',
  );

const scrapped = (address: string, links = false): string => {
  if (!URL.canParse(address)) return decline(400, 'INVALID_URL', 'The message of the model scrap-engine has to be a URL.');
  const { href, hostname } = new URL(address);
  return `# ${hostname}\n\nThe page at ${href} has this one sentence.${links ? `\n\n[Home](${new URL('/', href).href})` : ''}`;
};
