/** Reads the commands of pages. */

/** A command as a page spells it, without the version of pnpm. */
export interface NamedCommand {
  readonly command: string;
  readonly page: string;
}

const SHELL_BLOCK = /^```sh\n([\s\S]*?)^```$/gm;
const CODE = /`([^`\n]+)`/g;
const COMMAND = /^(?:pnpm [-a-z]|npx --yes pnpm|bash |npm (?:stage|init|install) )/;

/** Matches a block that changes its folder, so that its later commands depend on earlier commands. */
const CHANGES_FOLDER = /\bcd \S/;

const plain = (line: string): string =>
  line
    .replace(/\s+#.*$/, '')
    .replaceAll(/npx --yes pnpm@[\d.]+ ?/g, 'pnpm ')
    .trim();

/** Returns the commands of a code block. A block that changes the folder is one command, because its lines depend on each other. */
const commandsOf = (block: string): readonly string[] => {
  const lines = block
    .split('\n')
    .map(plain)
    .filter((line) => line !== '');
  return CHANGES_FOLDER.test(block) ? [lines.join(' && ')] : lines;
};

/** Returns each command of a page once, in the order of the page. */
export const commandsOfPage = (page: string, markdown: string): readonly NamedCommand[] => {
  const blocks = [...markdown.matchAll(SHELL_BLOCK)].flatMap(([, block = '']) => commandsOf(block));
  const prose = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '');
  const inline = [...prose.matchAll(CODE)]
    .map(([, code = '']) => plain(code))
    .filter((code) => COMMAND.test(code) && code !== 'pnpm' && !code.includes('<'));
  return [...new Set([...blocks, ...inline])].map((command) => ({ command, page }));
};

/** Returns each command of some pages once, under the first page that names it. */
export const commandsOfPages = (pages: ReadonlyMap<string, string>): readonly NamedCommand[] => {
  const found = new Map<string, NamedCommand>();
  for (const [page, markdown] of pages)
    for (const named of commandsOfPage(page, markdown)) if (!found.has(named.command)) found.set(named.command, named);
  return [...found.values()];
};
