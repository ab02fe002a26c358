/** Type-checks the programs of snippets against the built packages, and names errors by their lines in the pages. */
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { joinPieces, type Program } from '../runner/program.ts';
import { root, scriptOf } from '@platform-sdk/build/workspace';
import type { Snippet } from './find.ts';

/** A snippet as a separate file. */
export interface Written {
  readonly snippet: Snippet;
  readonly path: string;
  readonly program: Program;
}

/** This folder is inside the repository, so that imports find its packages. */
export const folder: string = join(root, 'docs/.snippets');

const COMPILER_OPTIONS = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'es2024.string', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node'],
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

const slugOf = (page: string): string => page.replace(/\.md$/, '').replaceAll(/[^\w-]+/g, '-');

/** Writes every snippet as a file, and one project over all of them. */
export const writeSnippets = async (snippets: readonly Snippet[]): Promise<readonly Written[]> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['**/*'] }));
  return Promise.all(
    snippets.map(async (snippet) => {
      const name = snippet.file ?? `line-${snippet.pieces.at(-1)?.line}.${snippet.language}`;
      const path = join(folder, slugOf(snippet.page), name);
      const program = joinPieces(snippet.pieces.map(({ text }) => text));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, program.text);
      return { snippet, path, program };
    }),
  );
};

/** Returns the position of a snippet's line in its page. */
export const placeOf = ({ snippet, program }: Written, line: number): string => {
  const place = program.places[line - 1];
  const piece = snippet.pieces[place?.piece ?? snippet.pieces.length - 1];
  return `${snippet.page}:${(piece?.line ?? 1) + (place?.line ?? 0)}`;
};

/** Returns the errors of the compiler, each with its position in a page. */
export const typeErrors = async (written: readonly Written[]): Promise<readonly string[]> => {
  const output = await promisify(execFile)(process.execPath, [scriptOf('typescript', 'tsc'), '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    maxBuffer: 1e8,
  }).then(
    () => '',
    (error: unknown) => {
      const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
      // A compiler that is missing or crashes writes nothing to stdout.
      return stdout + stderr || String(error);
    },
  );
  const byPath = new Map(written.map((each) => [each.path, each]));
  return output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, path = '', row = '', message = ''] = /^(.+?)\((\d+),\d+\): error (.*)$/.exec(line) ?? [];
      const file = byPath.get(join(folder, path));
      return file ? `${placeOf(file, Number(row))}: ${message}` : line;
    });
};
