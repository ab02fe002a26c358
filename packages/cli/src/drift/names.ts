import { nearest } from '@platform-sdk/core/server';

/** Returns the similarity of two field names, from 0 to 1. A higher value means more evidence that they name the same field. */
export const similarity = (one: string, other: string): number => {
  if (plain(one) === plain(other)) return 1;
  const [mine, others] = [wordsOf(one), wordsOf(other)];
  if (synonymsOf(one).includes(plain(other))) return 0.8;
  const shared = mine.filter((word) => others.some((each) => isSameWord(word, each)));
  const meaningful = shared.filter((word) => !FILLERS.includes(word)).length;
  if (meaningful === 0) return near(plain(one), plain(other)) ? 0.65 : 0;
  if (shared.length >= Math.min(mine.length, others.length)) return 0.75;
  return 0.5 * (meaningful / Math.max(mine.length, others.length)) + 0.2;
};

/** Returns other spellings of a name, such as in camel case. */
export const spellingsOf = (name: string): string[] => {
  const words = wordsOf(name);
  const camel = words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
  return [...new Set([words.join('_'), camel, words.join('-')])].filter((each) => each !== name);
};

/** Names with the same meaning, in groups. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['username', 'login', 'email', 'identifier'],
  ['password', 'secret', 'passphrase'],
  ['code', 'otp', 'pin', 'token'],
  ['limit', 'perpage', 'pagesize', 'size'],
  ['page', 'pagenumber'],
  ['offset', 'skip', 'start'],
  ['total', 'totalcount', 'totalitems', 'count'],
  ['search', 'query', 'q'],
  ['title', 'name', 'label'],
  ['note', 'label', 'description', 'comment'],
  ['status', 'state'],
  ['role', 'permission'],
  ['meta', 'pagination', 'paging'],
  ['data', 'items', 'results', 'entries', 'records'],
];

export const synonymsOf = (name: string): string[] =>
  SYNONYMS.filter((group) => group.includes(plain(name)))
    .flat()
    .filter((each) => each !== plain(name));

/** Words of many names, which do not make two names similar. */
const FILLERS: readonly string[] = ['id', 'at', 'is', 'has', 'of', 'by', 'the', 'to', 'from'];

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

const STEM = 5;
const ABBREVIATION = 3;

/** Returns whether two words are equal, forms of one word (`created`, `creation`), or a word and its abbreviation (`org`). */
const isSameWord = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= ABBREVIATION && long.startsWith(short)) return true;
  return one === other || (short.length >= STEM && one.slice(0, STEM) === other.slice(0, STEM));
};

/** Returns whether two words differ only in a few letters. */
const near = (one: string, other: string): boolean => {
  const longer = Math.max(one.length, other.length);
  return longer >= 4 && longer <= 60 && nearest(one, [other], longer / 4) !== undefined;
};
