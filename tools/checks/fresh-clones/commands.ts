/** Reads the commands of pages. A command is spelled as on its page, without the version of pnpm. */

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

/** Returns each command of a page once: those of its code blocks, then those in its sentences and tables. */
export const commandsOfPage = (markdown: string): readonly string[] => {
  const blocks = [...markdown.matchAll(SHELL_BLOCK)].flatMap(([, block = '']) => commandsOf(block));
  const prose = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '');
  const inline = [...prose.matchAll(CODE)]
    .map(([, code = '']) => plain(code))
    .filter((code) => COMMAND.test(code) && code !== 'pnpm' && !code.includes('<'));
  return [...new Set([...blocks, ...inline])];
};

/** Returns each command of several pages once. */
export const commandsOfPages = (pages: Iterable<string>): readonly string[] => [...new Set([...pages].flatMap(commandsOfPage))];
