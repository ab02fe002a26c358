/** The search of the site. Pages that explain come before lists of names, and common words also find their synonyms. */

/** Words that are in nearly every section. */
const STOP_WORDS = new Set([
  'a',
  'all',
  'an',
  'and',
  'do',
  'does',
  'for',
  'how',
  'i',
  'in',
  'is',
  'it',
  'my',
  'of',
  'on',
  'or',
  'the',
  'to',
  'with',
]);

/** Common words, with the words that these pages use instead. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['abort', ['cancelling']],
  ['cancel', ['cancelling']],
  ['config', ['options', 'environment']],
  ['crash', ['killed']],
  ['env', ['environment']],
  ['fastify', ['express', 'server']],
  ['idempotency', ['repeat', 'idempotent']],
  ['idempotent', ['repeat']],
  ['koa', ['express', 'server']],
  ['log', ['logging']],
  ['logger', ['logging']],
  ['login', ['sign']],
  ['logout', ['sign']],
  ['mock', ['mocks']],
  ['pagination', ['lists']],
  ['paging', ['lists']],
  ['payment', ['wallets', 'money']],
  ['retry', ['retries']],
  ['signin', ['sign']],
  ['signout', ['sign']],
  ['telemetry', ['opentelemetry']],
  ['timeout', ['timeouts']],
  ['url', ['addresses']],
]);

/** The weight of a page by the beginning of its URL. Default: 1. */
const WEIGHTS: readonly (readonly [beginning: string, weight: number])[] = [
  ['start/', 3],
  ['guides/', 3],
  ['recipes/', 3],
  ['stores', 2],
  ['errors/', 1.5],
  ['packages/', 1.5],
  ['decisions/', 0.2],
  ['benchmarks', 0.2],
  ['changelog', 0.1],
  ['promises', 0.1],
];

/** Matches the part of a URL before the page, because the site may be in a folder of its host. */
const BEFORE_PAGE = new RegExp(`^.*?/(?=reference/|${WEIGHTS.map(([beginning]) => beginning).join('|')})`);

/** Returns true for the section of a name, such as `wallets.transact` or `cookieTokenStore`, if the term is the name or its last part. */
const isNamed = (title: unknown, term: string): boolean => typeof title === 'string' && title.toLowerCase().split('.').at(-1) === term;

/** The options of the search box. The check of the built search uses them too. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
  processTerm: (term: string): string[] | false => {
    const word = term.toLowerCase();
    return !STOP_WORDS.has(word) && [word, ...(SYNONYMS.get(word) ?? [])];
  },
  boostDocument: (id: string, term: string, fields?: Record<string, unknown>): number => {
    const page = id.replace(BEFORE_PAGE, '');
    const isOwnSection = isNamed(fields?.['title'], term);
    if (/^reference\/[^/]+\/exports/.test(page)) return isOwnSection ? 2 : 0.5;
    return isOwnSection && page.startsWith('reference/') ? 4 : (WEIGHTS.find(([beginning]) => page.startsWith(beginning))?.[1] ?? 1);
  },
};
