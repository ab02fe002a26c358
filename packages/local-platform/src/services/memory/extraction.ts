import type { MemoryProfileExtractInput, ProfileFacts } from '@platform-sdk/memory';
import { isDay } from '../../requests/moments.ts';
import { addressIn } from './address.ts';
import { cleanFacts, factsIn } from './facts.ts';

type Finder = readonly [RegExp, (match: RegExpMatchArray) => Record<string, string | undefined>];

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

/** Returns a date in ISO form, or undefined if it is invalid. */
const isoDate = (text: string): string | undefined => {
  const [day = '', year = ''] = text.match(/\d+/g) ?? [];
  const month = MONTHS.findIndex((name) => text.toLowerCase().includes(name));
  const isIso = /^\d{4}-\d\d-\d\d$/.test(text.trim());
  const date = isIso ? text.trim() : `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(date) ? date : undefined;
};

/** Patterns for the facts that the built-in model recognizes. */
const FINDERS: readonly Finder[] = [
  [/\b[Mm]y name is (\p{Lu}[\p{L}'-]*)(?: (\p{Lu}[\p{L}'-]*))?/u, ([, firstName, lastName]) => ({ firstName, lastName })],
  [/\bI(?:'m| am) (\d{1,3}) years old/i, ([, age]) => ({ age })],
  [/\bI live in ([^.!?,\n]{1,80})(?:, ([^.!?,\n]{1,80}))?/i, ([, city, country]) => ({ city, country })],
  [/\b(?:I live at|my (?:home )?address(?: is|:)) ((?:[^.!?\n]|\.(?=,)){1,200})/i, ([, address = '']) => addressIn(address)],
  [/\bI(?:'m| am) allergic to ([^.!?\n]{1,200})/i, ([, allergies]) => ({ allergies })],
  [/\bI work as (?:an? )?([^.!?\n]{1,80})/i, ([, occupation]) => ({ occupation })],
  [/\bI work (?:for|at) ([^.!?\n]{1,80})/i, ([, employer]) => ({ employer })],
  [/\b(?:I was born on|my birthday is) ([^.!?\n]{1,40})/i, ([, day = '']) => ({ birthDate: isoDate(day) })],
  [/\bmy (favou?rite \w{1,40}) is ([^.!?\n]{1,200})/gi, ([, name = '', value]) => ({ [name]: value })],
  [/\bmy (\w{1,40}) is (?:called|named) ([^.!?\n]{1,80})/gi, ([, name = '', value]) => ({ [`${name} name`]: value })],
  [/\bI (?:like|love|prefer) ([^.!?\n]{1,200})/i, ([, likes]) => ({ likes })],
  [/(?<![\w.+-])([\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}\b)/, ([, email]) => ({ email })],
];

/** Returns the facts that the built-in model finds in a string: JSON in a code fence, as real models write it. */
const askModel = (text: string): string => {
  const facts = Object.assign(
    {},
    ...FINDERS.map(([pattern, read]) => {
      const matches = pattern.global ? [...text.matchAll(pattern)] : [text.match(pattern)];
      return Object.assign({}, ...matches.map((match) => match && read(match))) as object;
    }),
  ) as object;
  return `Here is what I found:\n\`\`\`json\n${JSON.stringify(facts)}\n\`\`\``;
};

/** Collects facts from `text`, from `data`, and from `raw`, the output of a model. Facts in `data` override extracted facts. */
export const extractFacts = ({ text = '', data = {}, raw = '' }: MemoryProfileExtractInput): ProfileFacts => ({
  ...cleanFacts(askModel(`${text}\n${raw}`)),
  ...cleanFacts(raw),
  ...factsIn(data),
});
