import type { SearchHit } from '@platform-sdk/search';
import type { SearchPage } from './search-page.ts';

/** Words that a search ignores. */
const COMMON = new Set(
  'a an and are as at be by can did do does for from how i in is it me my of on or please show tell that the this to was what when where which who why will with you about find search look give latest news video videos watch'.split(
    ' ',
  ),
);

/** The maximum number of characters in a query. Each of its words is compared with every word of every page. */
const MAX_QUERY = 1000;
const LENGTH = 200;
const TITLE_WEIGHT = 3;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the words of a query without common words. If all words are common, it returns them all. */
const termsOf = (query: string): string[] => {
  const words = [...new Set(wordsOf(query.slice(0, MAX_QUERY)))];
  const telling = words.filter((word) => !COMMON.has(word));
  return telling.length > 0 ? telling : words;
};

/** Returns whether two words are equal, ignoring an ending of one or two letters. */
const isSame = (word: string, term: string): boolean => {
  const [short, long] = word.length < term.length ? [word, term] : [term, word];
  return word === term || (short.length > 3 && long.length - short.length <= 2 && long.startsWith(short));
};

const countOf = (text: string, terms: readonly string[]): number =>
  wordsOf(text).reduce((sum, word) => sum + (terms.some((term) => isSame(word, term)) ? 1 : 0), 0);

/** Returns the matching pages, sorted by the number of matching words, then by the number of occurrences. */
export const ranked = (pages: readonly SearchPage[], query: string): SearchPage[] => {
  const terms = termsOf(query);
  const found: { readonly page: SearchPage; readonly matched: number; readonly score: number }[] = [];
  for (const page of pages) {
    const score = countOf(page.content, terms) + TITLE_WEIGHT * countOf(page.title, terms);
    if (score === 0) continue;
    const words = [...new Set(wordsOf(`${page.title} ${page.content}`))];
    found.push({ page, matched: terms.filter((term) => words.some((word) => isSame(word, term))).length, score });
  }
  const sorted = found.toSorted(
    (one, other) => other.matched - one.matched || other.score - one.score || (one.page.url < other.page.url ? -1 : 1),
  );
  return sorted.map(({ page }) => page);
};

/** Converts Markdown to plain text. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/^[|#>\s-]+|[|*`]/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const sentencesOf = ({ content, title }: SearchPage): string[] => {
  const text = plain(content.replace(/^# .*\n/, ''));
  return text === '' ? [title] : (text.match(/[^.!?]+[.!?]*/g) ?? [text]).map((sentence) => sentence.trim());
};

/** Returns the sentence of a page with the most query words. Words of the title only decide between equally good sentences. */
export const bestSentence = (page: SearchPage, query: string): string => {
  const all = termsOf(query);
  const own = all.filter((term) => countOf(page.title, [term]) === 0);
  const measure = (sentence: string): number => 100 * countOf(sentence, own) + countOf(sentence, all);
  return sentencesOf(page).toSorted((one, other) => measure(other) - measure(one))[0] ?? page.title;
};

/** Returns a page as a search result. */
export const hitOf = (page: SearchPage, query: string): SearchHit => {
  const { title, url } = page;
  const sentence = bestSentence(page, query);
  return { title, url, snippet: sentence.length > LENGTH ? `${sentence.slice(0, LENGTH - 1)}…` : sentence };
};
