import { createPlatform } from '@platform-sdk/core';
import { createSearchClient, getMessageText } from '@platform-sdk/search';
import type { Environment } from './environment.ts';
import { say, write } from './printing.ts';

export const title = 'Search in three ways, and ask';

/** Undefined, because the service bills every call. */
export const read = undefined;

export const run = async ({ options, site }: Environment): Promise<void> => {
  const search = createSearchClient(createPlatform(options));

  const question = 'What did Ada Lovelace publish in 1843?';
  const { answer, sources } = await search.search({ query: question, flow: 'agentic' });
  say(`agentic: ${answer}`);
  for (const [index, source] of sources.entries()) say(`  [${index + 1}] ${source.title}: ${source.url}`);

  const { results } = await search.search({ query: 'figure wheels', flow: 'search_only' });
  say(`search_only: ${results.length} results`);
  for (const { title: name, snippet } of results.slice(0, 3)) say(`  ${name}: ${snippet}`);

  const address = site ? new URL('guide/', site).href : 'https://example.com/';
  const pages = await search.search({ query: '', flow: 'scrap_only', params: { urls: [address] } });
  for (const { title: name = '', content } of pages.results) say(`scrap_only: "${name}", ${content.length} characters of Markdown`);

  const content = 'Show me a video of the difference engine';
  say(`you:     ${content}`);
  const { choices, citations } = await search.chat({ messages: [{ role: 'user', content }] });
  for (const line of getMessageText(choices[0]?.message ?? {}).split('\n')) say(`service: ${line}`);
  say(`cited:   ${(citations ?? []).map(String).join(', ')}`);

  const { isTTY } = process.stdout;
  let said = '';
  if (isTTY) process.stdout.write('  stream:  ');
  for await (const piece of search.chatStream({ messages: [{ role: 'user', content: 'What is a mill?' }] }).text()) {
    said += piece;
    if (isTTY) write(piece);
  }
  if (isTTY) process.stdout.write('\n');
  else say(`stream:  ${said}`);
};
