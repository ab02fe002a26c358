/** Reads the changesets of the next release, and finds changes that they do not describe. */
import type { Change } from './compare/change.ts';

/** A file of `.changeset/`. */
export interface Changeset {
  readonly file: string;
  /** The version bump of each package: major, minor or patch. */
  readonly bumps: Readonly<Record<string, string>>;
  /** The lines of its description. */
  readonly lines: readonly string[];
}

/** A published package. If it changed, its changesets must describe the changes. */
export interface ChangedPackage {
  readonly name: string;
  readonly version: string;
  /** True if a file of the published package changed. */
  readonly isTouched: boolean;
}

export const parseChangeset = (file: string, text: string): Changeset => {
  const [, header = '', body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? [];
  const bumps = [...header.matchAll(/^['"]?(@?[\w/.-]+)['"]?:\s*(major|minor|patch)\s*$/gm)].map(([, name = '', bump = '']) => [
    name,
    bump,
  ]);
  return { file, bumps: Object.fromEntries(bumps) as Record<string, string>, lines: body.split(/\r?\n/) };
};

const isBeforeFirstMajor = (version: string): boolean => version.startsWith('0.');

/** Matches a line that announces a breaking change. A changelog adds the commit before the line. */
const ANNOUNCEMENT = /^\s*(?:[-*] )?(?:[\da-f]{7,}: )?\**Breaking:/;

/** Returns a released version as a changeset, read from its changelog. The release has already removed the files of its changesets. */
export const changesetOfRelease = (name: string, before: string, after: string, changelog: string): Changeset | undefined => {
  if (before === after) return undefined;
  const [from, to] = [before.split('.'), after.split('.')];
  const bump = from[0] !== to[0] ? 'major' : from[1] !== to[1] ? 'minor' : 'patch';
  const lines = changelog.split(/\r?\n/);
  const start = lines.findIndex((line) => line === `## ${after}`) + 1;
  const end = lines.findIndex((line, index) => index >= start && line.startsWith('## '));
  return { file: 'CHANGELOG.md', bumps: { [name]: bump }, lines: start === 0 ? [] : lines.slice(start, end < 0 ? undefined : end) };
};

/** Returns true if a changeset announces a breaking change of a package. */
const announces = ({ bumps, lines }: Changeset, { name, version }: ChangedPackage): boolean =>
  bumps[name] === 'major' || (isBeforeFirstMajor(version) && bumps[name] === 'minor' && lines.some((line) => ANNOUNCEMENT.test(line)));

/** Returns a sentence for every package whose changesets do not describe its changes. */
export const missingChangesets = (
  packages: readonly ChangedPackage[],
  changes: readonly Change[],
  changesets: readonly Changeset[],
): readonly string[] =>
  packages.flatMap((each) => {
    const { name, version, isTouched } = each;
    const own = changes.filter((change) => change.package === name);
    const breaking = own.filter(({ level }) => level === 'breaking');
    if (breaking.length > 0 && !changesets.some((changeset) => announces(changeset, each))) {
      const need = isBeforeFirstMajor(version) ? 'a `minor` changeset with a line that begins with `Breaking:`' : 'a `major` changeset';
      return [`${name} has ${count(breaking.length, 'breaking change')}. Add ${need}: \`pnpm changeset\`.`];
    }
    if ((isTouched || own.length > 0) && !changesets.some(({ bumps }) => name in bumps))
      return [`${name} changed, but no changeset names it. Add a changeset: \`pnpm changeset\`.`];
    return [];
  });

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
