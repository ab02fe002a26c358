import type { SearchPage } from './search-page.ts';

const page = (url: string, title: string, content: string, kind?: SearchPage['kind']): SearchPage => ({
  title,
  url,
  content,
  provider: 'builtin',
  ...(kind && { kind }),
});

/** Searchable pages in addition to the sample site. These pages are never fetched. */
export const BUILT_IN: readonly SearchPage[] = [
  page(
    'https://encyclopedia.example/ada-lovelace',
    'Ada Lovelace',
    'Ada Lovelace was an English mathematician. In 1843 she published a translation of an article about the analytical engine, with notes that are longer than the article. Her notes describe how the engine would compute Bernoulli numbers.',
  ),
  page(
    'https://encyclopedia.example/jacquard-loom',
    'Jacquard loom',
    'The Jacquard loom weaves patterns that punched cards describe. It was patented in 1804. The cards of the analytical engine were made in its image.',
  ),
  page(
    'https://encyclopedia.example/markdown',
    'Markdown',
    'Markdown is a way to write formatted text in plain text. A number sign makes a heading, a dash an item of a list, and three backticks a block of code.',
  ),
  page(
    'https://videos.example/difference-engine-in-motion',
    'The difference engine in motion',
    'A video of a difference engine at work. Eight columns of figure wheels turn, and the carry runs up like a wave.',
    'video',
  ),
  page(
    'https://videos.example/weaving-with-cards',
    'Weaving with cards',
    'A video about the Jacquard loom, from the punched cards to the silk.',
    'video',
  ),
  page(
    'https://news.example/notebook-found',
    'Notebook of an engine builder found',
    'News: a notebook with drawings of an analytical engine was found in an attic. Historians read it with care.',
    'news',
  ),
];
