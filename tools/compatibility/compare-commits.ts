/** Compares the public API of this checkout with the public API of an earlier commit. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { publishedPackages, root } from '@platform-sdk/build/workspace';
import base from './base.json' with { type: 'json' };
import { changesetOfRelease, missingChangesets, parseChangeset, type ChangedPackage, type Changeset } from './changesets.ts';
import { differenceIn, rowsOf, type Row } from './compare/agreement.ts';
import { assignabilityOf } from './compare/assignable.ts';
import type { Change } from './compare/change.ts';
import { compareEntries } from './compare/declarations.ts';
import { compareDocuments } from './compare/documents.ts';
import { compareOperations } from './compare/operations.ts';
import { readState, type State } from './state/state.ts';
import { buildDeclarations, commitOf, lastRelease, withCheckout } from './worktree.ts';

export interface ComparedRow extends Row {
  /** The reason why this tool and api-smart-diff give the change different levels. Absent if the levels are equal. */
  readonly difference?: string;
}

export interface Comparison {
  readonly commit: string;
  /** The changes of the contracts, and those of exported names. */
  readonly changes: readonly Change[];
  /** The changes of the contracts, each next to the change that api-smart-diff found. */
  readonly rows: readonly ComparedRow[];
  /** A sentence for every package whose changesets do not describe its changes. */
  readonly missing: readonly string[];
}

/** Returns the commit to compare with. Default: the last release, or the commit of `base.json` before the first release. */
export const baseOf = (ref: string | undefined): string => ref ?? lastRelease() ?? base.commit;

/** Compares two states, whose files must still exist. */
const compareStates = (before: State, after: State): Pick<Comparison, 'changes' | 'rows'> => {
  const operations = compareOperations(before.operations, after.operations);
  const returned = new Set([...before.returned, ...after.returned]);
  const assignability = assignabilityOf(before.entries, after.entries);
  const written = new Set([...before.operations, ...after.operations].filter((each) => each.hasOwnForm).map(({ name }) => name));
  const rows = rowsOf(operations, compareDocuments(before.documents, after.documents)).map((row): ComparedRow => {
    const difference = differenceIn(row, (name) => written.has(name));
    return { ...row, ...(difference !== undefined && { difference }) };
  });
  return { changes: [...operations, ...compareEntries(before.entries, after.entries, { returned, assignability })], rows };
};

/** Compares this checkout, whose packages are built, with a commit. */
export const compareWith = async (ref: string): Promise<Comparison> => {
  const commit = commitOf(ref);
  const after = await readState(root);
  const compared = await withCheckout(commit, async (folder) => {
    await buildDeclarations(folder);
    return compareStates(await readState(folder), after);
  });
  return {
    commit,
    ...compared,
    missing: missingChangesets(await changedPackages(commit), compared.changes, await changesetsSince(commit)),
  };
};

/** Matches the files that are published in a package. */
const PUBLISHED = /^(?:src|inspector)\/|^package\.json$/;

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const changedPackages = async (commit: string): Promise<readonly ChangedPackage[]> => {
  const listed = git('diff', '--name-only', '-z', commit, '--', 'packages').split('\0');
  return (await publishedPackages()).map(({ name, version, directory }) => {
    const folder = `${relative(root, directory).replaceAll('\\', '/')}/`;
    return { name, version, isTouched: listed.some((file) => file.startsWith(folder) && PUBLISHED.test(file.slice(folder.length))) };
  });
};

/** Returns the changesets of the next release, and the changesets that were released since the commit. */
const changesetsSince = async (commit: string): Promise<readonly Changeset[]> => {
  const folder = join(root, '.changeset');
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md');
  const released = (await publishedPackages()).flatMap(({ name, version, directory }) => {
    const changelog = join(directory, 'CHANGELOG.md');
    const text = existsSync(changelog) ? readFileSync(changelog, 'utf8') : '';
    return changesetOfRelease(name, versionAt(commit, relative(root, directory), version), version, text) ?? [];
  });
  return [...files.map((file) => parseChangeset(file, readFileSync(join(folder, file), 'utf8'))), ...released];
};

/** Returns the version of a package in a commit. For a package that is new since then, returns `first`. */
const versionAt = (commit: string, folder: string, first: string): string => {
  try {
    return (JSON.parse(git('show', `${commit}:${folder.replaceAll('\\', '/')}/package.json`)) as { readonly version: string }).version;
  } catch {
    return first;
  }
};
