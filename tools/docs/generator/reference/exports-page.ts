/** Creates the pages of the packages' public names. */
import { code, fenced, prose, type Page } from '../page.ts';
import type { ExportedName } from './exported-names.ts';
import type { TypeLink } from './fields.ts';

/** Returns a function that returns the link to a name, from the pages of a package's reference. */
export const linksTo = (names: readonly ExportedName[]): TypeLink => {
  const places = new Map<string, string>();
  for (const { name, folder, declaredIn } of names) if (folder === declaredIn) places.set(name, folder);
  return (name) => {
    const place = places.get(name);
    return place === undefined ? undefined : `../${place}/exports.md#${name}`;
  };
};

/** Writes a page with every public name of a package, by entry. */
export const exportsPage = (folder: string, all: readonly ExportedName[], link: TypeLink): Page => {
  const names = all.filter((each) => each.folder === folder);
  const entries = [...new Set(names.map(({ entry }) => entry))];
  const text = [
    `# Names of @platform-sdk/${folder}`,
    '',
    `Every name that the package exports, with its declaration. The [package's page](../../packages/${folder}.md) shows how they work together.`,
    ...entries.flatMap((entry) => [
      '',
      `## ${entry}`,
      ...names.filter((each) => each.entry === entry).flatMap((each) => sectionOf(each, link)),
    ]),
    '',
  ].join('\n');
  return { path: `reference/${folder}/exports.md`, text };
};

const sectionOf = ({ name, folder, comment, declaration, declaredIn }: ExportedName, link: TypeLink): string[] => {
  const heading = ['', `### ${name} {#${name}}`, ...(comment ? ['', prose(comment)] : [])];
  const address = declaredIn === folder ? undefined : link(name);
  if (address !== undefined) return [...heading, '', `The same as [${code(name)}](${address}) of \`@platform-sdk/${declaredIn}\`.`];
  const words = new Set(declaration.match(/\b[A-Z]\w+\b/g));
  const used = [...words].flatMap((word) => {
    const found = word === name ? undefined : link(word);
    return found === undefined ? [] : [`[${code(word)}](${found})`];
  });
  return [
    ...heading,
    '',
    '<!-- not run: a declaration -->',
    ...fenced('ts', declaration),
    ...(used.length > 0 ? ['', `Types: ${used.join(', ')}.`] : []),
  ];
};
