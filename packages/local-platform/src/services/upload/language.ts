/** Scripts, each with the language that most likely uses it. */
const SCRIPTS: readonly (readonly [language: string, script: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
];

/** Short words that are frequent in one language and rare in the others. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the and of to is that it was for with are this by which from',
  de: 'der die das und ist nicht ein eine zu den von mit für auf dem sich',
  fr: 'le la les et est des une du que pour dans qui sur pas au',
  es: 'el los las y es una por con para del que como pero más su',
  it: 'il gli di che è una per con della nel sono non più del alla',
  pt: 'o os as e é uma por com para do da que não mais em',
  nl: 'de het een en van is dat niet op te zijn voor met aan door',
};

const wordsOf = Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(' '))] as const);

/** The number of characters that are used to detect the language. */
const LONGEST = 20_000;

/** Returns the language code of a string, or `und` if the language is not recognized. */
export const languageOf = (whole: string): string => {
  const text = whole.slice(0, LONGEST);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of SCRIPTS) if ((text.match(script)?.length ?? 0) > letters / 8) return language;

  let best = 'und';
  let most = 0;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  for (const [language, known] of wordsOf) {
    const count = words.filter((word) => known.has(word)).length;
    if (count > most) [best, most] = [language, count];
  }
  return best;
};

/** Returns a placeholder translation. */
export const translate = (text: string, from: string, to: string): string =>
  from === to.toLowerCase().split(/[-_]/)[0] ? text : `[${to}] ${text}`;
