/** The description of a page for search engines and previews: its first paragraph, in plain words. */

const MAX_LENGTH = 160;

/** Matches blocks that are not paragraphs: headings, HTML, code, lists, tables, quotes and containers. */
const NO_PARAGRAPH = /^(?:#|<|```|[-*+|>]|\d+\. |:::|!\[)/;

const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[`*]|(?<=^|\s)_|_(?=\s|$|[.,:])/g, '')
    .replaceAll(/\{\{.*?\}\}/g, '')
    .trim();

/** Returns the beginning of a text: complete sentences if they fit, otherwise complete words. */
const beginning = (text: string): string => {
  if (text.length <= MAX_LENGTH) return text;
  const start = text.slice(0, MAX_LENGTH);
  const sentences = /^.*[.!?](?= )/.exec(start)?.[0];
  return sentences ?? `${start.slice(0, start.lastIndexOf(' '))} …`;
};

/** Returns the description of a page in Markdown. Returns undefined if the page lacks a paragraph. */
export const pageDescription = (markdown: string): string | undefined => {
  const body = markdown.replace(/^---\n[\s\S]*?\n---\n/, '').replaceAll(/^```[\s\S]*?^```/gm, '```');
  const first = body.split(/\n{2,}/).find((block) => block.trim() !== '' && !NO_PARAGRAPH.test(block.trim()));
  const text = first && beginning(plain(first).replace(/:$/, '.'));
  return text === '' ? undefined : text;
};
