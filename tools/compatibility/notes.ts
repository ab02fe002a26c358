/** Release notes, made of the changes since a commit. */
import { kebab } from '@platform-sdk/reference/markdown';
import type { Change } from './compare/change.ts';

/** Parts of an operation that users see. Types and deprecations are listed too. Other parts are only listed if their change is breaking. */
const VISIBLE_PARTS = new Set<Change['part']>(['operation', 'input', 'output', 'credentials', 'retry']);

const isListed = ({ level, part }: Change): boolean =>
  level === 'breaking' || part === 'deprecation' || (level === 'addition' && (VISIBLE_PARTS.has(part) || part === 'type'));

const isContract = ({ part }: Change): boolean => part !== 'type' && part !== 'default';

/** Returns the last name of a path, such as `reference` of `metadata.reference`. */
const lastName = (path: string): string => /[\w$]+(?=\W*$)/.exec(path)?.[0] ?? '';

/** Removes a field of a type if the same field is listed with its operation. */
const withoutRepeatedFields = (changes: readonly Change[]): readonly Change[] => {
  const fields = new Set(changes.filter(isContract).map((each) => `${each.package} ${lastName(each.field ?? each.subject)}`));
  return changes.filter((each) => isContract(each) || !fields.has(`${each.package} ${lastName(each.subject)}`));
};

const addressOf = ({ package: name, subject, part, message }: Change): string => {
  const service = name.replace('@platform-sdk/', '');
  // A removed operation is missing in the reference, so the link leads to the API report.
  if (part === 'type' || part === 'default' || message === 'was removed') return `docs/api/${service}.txt`;
  const [, newName = subject] = /^was renamed to (\S+)$/.exec(message) ?? [];
  return `docs/reference/${service}.md#${kebab(newName.split('.').slice(1).join('.'))}`;
};

const lineOf = (change: Change): string => {
  const { level, subject, message } = change;
  return `- ${level === 'breaking' ? '**Breaking**: ' : ''}\`${subject}\` ${message.replace(/\.?$/, '.')} [Reference](${addressOf(change)})`;
};

/** Returns the notes as Markdown: breaking changes first. */
export const releaseNotes = (changes: readonly Change[]): string => {
  const listed = withoutRepeatedFields(changes.filter(isListed));
  const packages = [...new Set(listed.map((each) => each.package))].toSorted();
  if (packages.length === 0) return 'The public API did not change.\n';
  return packages
    .map((name) => {
      const own = listed.filter((each) => each.package === name);
      const sorted = [...own.filter(({ level }) => level === 'breaking'), ...own.filter(({ level }) => level !== 'breaking')];
      return `## ${name}\n\n${[...new Set(sorted.map(lineOf))].join('\n')}\n`;
    })
    .join('\n');
};
