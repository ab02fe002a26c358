// Checks the prose of the repository: comments, Markdown, test titles and messages. Prints every broken rule with its position.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from '@platform-sdk/build/workspace';

/** A piece of prose, and the line where it begins. */
interface Prose {
  readonly text: string;
  readonly line: number;
}

/** A rule that a sentence breaks. */
interface Finding {
  readonly line: number;
  readonly rule: string;
  readonly sentence: string;
}

const MAX_WORDS = 25;

/** The dictionary: patterns of rejected words, each with the term to write instead. */
const DICTIONARY: readonly (readonly [pattern: RegExp, term: string])[] = [
  [/\banswer(?:s|ed|ing)?\b/i, 'response, respond or return'],
  [/\bthe documents?\b(?! (?:of|that)\b)/i, 'the API specification'],
  [/(?<!\.)\brefus(?:e|es|ed|al|als|ing)\b/i, 'reject'],
  [/\b(?:sen[dt]s?|sending) again\b/i, 'retry'],
  [/\b(?:told|tells?|hears?|heard|says|asks|stands|stood|ours|theirs|whoever)\b/i, 'a plain verb'],
  [/\bthat there (?:is|are)\b/i, 'missing, unknown or a plain noun'],
  [/\bat hand\b/i, 'cached'],
];

/** 30 words and more without any punctuation are data, such as a list of common words. */
const WORD_LIST = /^[a-z]+(?: [a-z]+){29,}$/;

const OPENING = /^(?:What|Who|Whoever|Whether|Where|Of|Beside)\b(?!.*\?$)/;

/** Splits prose into sentences. A list item or a table cell counts as a sentence. */
const sentencesOf = (text: string): readonly string[] =>
  text
    .replaceAll(/`[^`]*`/g, (code) => code.replaceAll(/[.!?\s]/g, '_'))
    .split(/(?<=[.!?:;])\s+(?=["'(*_`]*[A-Z])|\n\s*\n|\n\s*(?=- )|\s\|\s/)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '' && !WORD_LIST.test(sentence));

/** Returns the rules that a piece of prose breaks. */
const findingsIn = ({ text, line }: Prose): readonly Finding[] =>
  sentencesOf(text).flatMap((sentence) => {
    const plain = sentence.replaceAll(/`[^`]*`/g, 'code').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const rules = [
      ...(OPENING.test(plain) ? ['begins with a question word'] : []),
      ...(plain.split(' ').filter((word) => /[a-z\d]/i.test(word)).length > MAX_WORDS ? [`has more than ${MAX_WORDS} words`] : []),
      ...DICTIONARY.filter(([pattern]) => pattern.test(plain)).map(([, term]) => `write ${term}`),
    ];
    return rules.map((rule) => ({ line, rule, sentence }));
  });

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

/** Returns the comments of a source. Comments on consecutive lines are joined. */
const commentsOf = (file: string, source: string): readonly Prose[] => {
  const { comments } = parseSync(file, source);
  const found: Prose[] = [];
  let end = -2;
  for (const { type, value, start, end: last } of comments) {
    const text = value.replaceAll(/^\s*\*+ ?/gm, '').trim();
    const line = lineAt(source, start);
    if (/^(?:oxlint|eslint|@ts-|@__|\/ ?<|#)/.test(text)) continue;
    const before = found.at(-1);
    if (type === 'Line' && before && /^\s*$/.test(source.slice(end, start)))
      found[found.length - 1] = { text: `${before.text} ${text}`, line: before.line };
    else found.push({ text, line });
    end = last;
  }
  return found;
};

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Returns the text of a string or a template. Each expression within a template counts as one word. */
const textOf = (node: Node): string | undefined => {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node['quasis'] as readonly { readonly value: { readonly cooked: string | null } }[])
    .map(({ value }) => value.cooked ?? '')
    .join('x');
};

/** Returns all strings of four words or more, such as messages and test titles. */
const stringsOf = (file: string, source: string): readonly Prose[] => {
  const found: Prose[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isNode(value)) return;
    const text = textOf(value);
    if (text !== undefined && /^\S+(?: \S+){3,}$/.test(text.trim()) && /[a-z]{2} [a-z]/.test(text))
      found.push({ text, line: lineAt(source, value.start) });
    for (const member of Object.values(value)) visit(member);
  };
  visit(parseSync(file, source).program);
  return found;
};

const markdownOf = (source: string): readonly Prose[] => {
  const prose = source
    .replaceAll(/```[\s\S]*?```/g, (block) => '\n'.repeat(block.split('\n').length - 1))
    .replace(/^---\n[\s\S]*?\n---\n/, (block) => '\n'.repeat(block.split('\n').length - 1));
  return prose
    .split('\n')
    .map((text, index) => ({ text: text.replace(/^[#>\s|*-]+/, '').replace(/\|\s*$/, ''), line: index + 1 }))
    .filter(({ text }) => text !== '' && !/^[-|: ]+$/.test(text));
};

const ignored =
  /^(?:docs\/reference\/|docs\/benchmarks\.md$|packages\/local-platform\/src\/command\/demo\.ts$|test\/calls\/providers\/|.*CHANGELOG\.md$|packages\/local-platform\/src\/sample-site\/pages\/)/;

const findings: string[] = [];
const counts = new Map<string, number>();
for (const file of execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...process.argv.slice(2)], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')) {
  if (ignored.test(file) || !/\.(?:ts|tsx|md)$/.test(file) || !existsSync(join(root, file))) continue;
  const source = readFileSync(join(root, file), 'utf8');
  const prose = file.endsWith('.md') ? markdownOf(source) : [...commentsOf(file, source), ...stringsOf(file, source)];
  for (const each of prose.flatMap((piece) => findingsIn(piece))) {
    findings.push(`${file}:${each.line}: ${each.rule}: ${each.sentence.slice(0, 160)}`);
    counts.set(each.rule, (counts.get(each.rule) ?? 0) + 1);
  }
}
for (const each of findings) process.stdout.write(`${each}\n`);
process.stdout.write(`${findings.length} sentences break a rule\n`);
for (const [rule, count] of counts) process.stderr.write(`${count} ${rule}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
