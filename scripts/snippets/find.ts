/** Finds the TypeScript blocks of a page, and what a reader needs before each. */

/** A block of a page, or the fold before it. */
export interface Piece {
  readonly text: string;
  /** The line of the page where the text begins, from 1. */
  readonly line: number;
}

export interface Snippet {
  /** The page, relative to the repository. */
  readonly page: string;
  readonly language: 'ts' | 'tsx';
  /** The fold and the earlier blocks that it continues, then the block itself. */
  readonly pieces: readonly Piece[];
  /** The reason at the block for not running it. Absent for a program. */
  readonly notRun?: string;
  /** The path in its first line, for a block that is a whole file. */
  readonly file?: string;
}

const LANGUAGES: Readonly<Record<string, Snippet['language']>> = { ts: 'ts', typescript: 'ts', tsx: 'tsx' };

const FENCE = /^(\s*)(`{3,})\s*([\w-]*)/;
const COMMENT = /^\s*<!--\s*(continues|not run:\s*(.+?))\s*-->\s*$/;
const FILE = /^\/\/ ((?:[\w.-]+\/)*[\w.-]+\.tsx?)$/;

interface Block extends Piece {
  readonly language: string;
  readonly isFolded: boolean;
  readonly continues: boolean;
  readonly notRun?: string;
}

const textOfBlock = (lines: readonly string[], indent: number): string => lines.map((line) => line.slice(indent)).join('\n');

/** Returns all fenced blocks of a page, each with the directive above it. */
const blocksOf = (markdown: string): Block[] => {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  let isFolded = false;
  let directive: { continues: boolean; notRun?: string } = { continues: false };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as string;
    const fence = FENCE.exec(line);
    if (!fence) {
      if (/<summary>Beforehand<\/summary>/.test(line)) isFolded = true;
      if (/<\/details>/.test(line)) isFolded = false;
      const [, word, reason] = COMMENT.exec(line) ?? [];
      if (word === 'continues') directive = { ...directive, continues: true };
      else if (reason !== undefined) directive = { ...directive, notRun: reason };
      else if (line.trim() !== '') directive = { continues: false };
      continue;
    }
    const [, indent = '', ticks = '', language = ''] = fence;
    const from = index + 1;
    const length = lines.slice(from).findIndex((each) => each.trim().startsWith(ticks));
    const end = length < 0 ? lines.length : from + length;
    blocks.push({ text: textOfBlock(lines.slice(from, end), indent.length), line: from + 1, language, isFolded, ...directive });
    directive = { continues: false };
    index = end;
  }
  return blocks;
};

/** Returns the TypeScript blocks of a page. A fold holds for the blocks behind it, up to the next fold. */
export const snippetsOf = (page: string, markdown: string): readonly Snippet[] => {
  const snippets: Snippet[] = [];
  let fold: Piece[] = [];
  for (const { text, line, language: name, isFolded, continues, notRun } of blocksOf(markdown)) {
    const language = LANGUAGES[name];
    if (!language) continue;
    if (isFolded) {
      fold = [{ text, line }];
      continue;
    }
    const previous = snippets.at(-1);
    if (continues && !previous) throw new Error(`${page}:${line}: no block comes before the one that continues it`);
    const file = FILE.exec(text.split('\n', 1)[0] ?? '')?.[1];
    const before = continues && previous ? previous.pieces : fold;
    snippets.push({
      page,
      language,
      pieces: file === undefined ? [...before, { text, line }] : [{ text, line }],
      ...(notRun === undefined ? {} : { notRun }),
      ...(file === undefined ? {} : { file }),
    });
  }
  return snippets;
};
