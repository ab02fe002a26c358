/** A page of the site. */
export interface Page {
  /** Relative to the site's root, such as `guides/errors.md`. */
  readonly path: string;
  /** The file of the page in the repository. Undefined for generated pages. */
  readonly file?: string;
  readonly text: string;
}

/** An entry of the sidebar. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
}

/** The sidebars of the site, by the beginning of a page's address. */
export type Sidebars = Readonly<Record<string, readonly SidebarItem[]>>;

/** Returns the first heading of a page, without markup. */
export const titleOf = ({ path, text }: Page): string => {
  const [, title] = /^# (.+)$/m.exec(text) ?? /^title: (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`${path} has no heading of level 1.`);
  return title.replaceAll('`', '').replaceAll(/\\(.)/g, '$1');
};

/** Returns the address of a page for links of the sidebar. */
export const addressOf = (path: string): string => `/${path.replace(/(?:^|(?<=\/))index\.md$/, '').replace(/\.md$/, '')}`;

/** Escapes text for the site's Markdown, in which tags and braces have a meaning. Code spans are not changed. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[<{]/g, (sign) => (sign === '<' ? '&lt;' : '&#123;'))))
    .join('');

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

/** Returns the lines of a table. Without rows, returns an empty list. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : ['', row(heads), row(heads.map(() => '---')), ...rows.map(row)];

export const code = (text: string): string => `\`${text}\``;

/** Returns the lines of a table, without columns that are empty in every row. */
export const denseTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const isUsed = heads.map((_, index) => rows.some((cells) => (cells[index] ?? '') !== ''));
  const used = (cells: readonly string[]): string[] => cells.filter((_, index) => isUsed[index]);
  return table(used(heads), rows.map(used));
};

export const fenced = (language: string, text: string): string[] => ['', `\`\`\`${language}`, text.trimEnd(), '```'];
