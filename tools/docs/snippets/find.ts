/** Finds the TypeScript blocks of a page, and the preamble of each. */

/** A block of a page, or a folded block before it. */
export interface Piece {
  readonly text: string;
  /** The line of the page where the text begins, from 1. */
  readonly line: number;
}

export interface Snippet {
  /** The page, relative to the repository. */
  readonly page: string;
  readonly language: 'ts' | 'tsx';
  /** The fold, the earlier blocks that this block continues, then the block itself. */
  readonly pieces: readonly Piece[];
  /** The index among the TypeScript blocks of the page, including folded blocks, from 0. */
  readonly index: number;
  /** The reason for not running the block. Undefined for a program. */
  readonly notRun?: string;
  /** The reason why the site shows no button for the program. Undefined with a button. */
  readonly notInPage?: string;
  /** The path in the first line of a block that is a complete file. Undefined for other blocks. */
  readonly file?: string;
}

const LANGUAGES: Readonly<Record<string, Snippet['language']>> = { ts: 'ts', typescript: 'ts', tsx: 'tsx' };

const FENCE = /^(\s*)(`{3,})\s*([\w-]*)/;
const COMMENT = /^\s*<!--\s*(continues|not run|not in the page)(?::\s*(.+?))?\s*-->\s*$/;
const PREAMBLE = /^\/\/ #region preamble\n([\s\S]*?)^\/\/ #endregion[^\n]*\n\n?/m;
const FILE = /^\/\/ ((?:[\w.-]+\/)*[\w.-]+\.tsx?)$/;

interface Directives {
  readonly continues?: true;
  readonly notRun?: string;
  readonly notInPage?: string;
}

interface Block extends Piece {
  readonly language: string;
  readonly isFolded: boolean;
  readonly directives: Directives;
}

const directiveOf = (line: string): Directives | undefined => {
  const [, word, reason] = COMMENT.exec(line) ?? [];
  if (word === 'continues') return { continues: true };
  if (reason === undefined) return undefined;
  return word === 'not run' ? { notRun: reason } : { notInPage: reason };
};

const textOfBlock = (lines: readonly string[], indent: number): string => lines.map((line) => line.slice(indent)).join('\n');

/** Returns all fenced blocks of a page, each with the directive above it. */
const blocksOf = (markdown: string): Block[] => {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  let isFolded = false;
  let directives: Directives = {};
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as string;
    const fence = FENCE.exec(line);
    if (!fence) {
      if (/<summary>Beforehand<\/summary>/.test(line)) isFolded = true;
      if (/<\/details>/.test(line)) isFolded = false;
      if (line.trim() === '') continue;
      const directive = directiveOf(line);
      directives = directive ? { ...directives, ...directive } : {};
      continue;
    }
    const [, indent = '', ticks = '', language = ''] = fence;
    const from = index + 1;
    const length = lines.slice(from).findIndex((each) => each.trim().startsWith(ticks));
    const end = length < 0 ? lines.length : from + length;
    blocks.push({ text: textOfBlock(lines.slice(from, end), indent.length), line: from + 1, language, isFolded, directives });
    directives = {};
    index = end;
  }
  return blocks;
};

/** Splits a block into its preamble, if the preamble is marked, and the other lines. */
const piecesOf = ({ text, line }: Piece): readonly Piece[] => {
  const [marked, preamble] = PREAMBLE.exec(text) ?? [];
  if (marked === undefined || preamble === undefined || !text.startsWith(marked)) return [{ text, line }];
  const before = marked.split('\n').length - 1;
  return [
    { text: preamble.trimEnd(), line: line + 1 },
    { text: text.slice(marked.length), line: line + before },
  ];
};

/** Returns the TypeScript blocks of a page. A fold applies to later blocks, up to the next fold. */
export const snippetsOf = (page: string, markdown: string): readonly Snippet[] => {
  const snippets: Snippet[] = [];
  let fold: readonly Piece[] = [];
  const blocks = blocksOf(markdown).filter(({ language }) => Object.hasOwn(LANGUAGES, language));
  for (const [index, { text, line, language, isFolded, directives }] of blocks.entries()) {
    if (isFolded) {
      fold = [{ text, line }];
      continue;
    }
    const { continues = false, ...reasons } = directives;
    // A block that runs cannot continue a block that is not run.
    const previous = snippets.findLast(({ notRun }) => reasons.notRun !== undefined || notRun === undefined);
    if (continues && !previous) throw new Error(`${page}:${line}: no block comes before the one that continues it`);
    const file = FILE.exec(text.split('\n', 1)[0] ?? '')?.[1];
    const before = continues && previous ? previous.pieces : fold;
    snippets.push({
      page,
      language: LANGUAGES[language] ?? 'ts',
      index,
      pieces: file === undefined ? [...before, ...piecesOf({ text, line })] : [{ text, line }],
      ...reasons,
      ...(file === undefined ? {} : { file }),
    });
  }
  return snippets;
};
