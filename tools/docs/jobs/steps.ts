/** Reads the files and the commands of a job's page, in their order. */

interface FileStep {
  readonly path: string;
  readonly text: string;
}

interface CommandStep {
  readonly command: string;
  /** True for a command that keeps running. */
  readonly isServer: boolean;
}

export type Step = FileStep | CommandStep;

const BLOCK = /^```(ts|tsx|html|jsonc|sh)\n([\s\S]*?)^```$/gm;
const PATH = /^(?:\/\/ (\S+)|<!-- (\S+) -->)\n/;
const SERVER = /\s+# leave it running$/;

const commandsOf = (text: string): readonly CommandStep[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ command: line.replace(SERVER, ''), isServer: SERVER.test(line) }));

/** Returns the steps of a page. A code block without a path in its first line is an error, because a reader would not know its file. */
export const stepsOf = (page: string, markdown: string): readonly Step[] =>
  [...markdown.matchAll(BLOCK)].flatMap(([, language, text = '']): readonly Step[] => {
    if (language === 'sh') return commandsOf(text);
    const [, comment, markup] = PATH.exec(text) ?? [];
    const path = comment ?? markup;
    if (path === undefined) throw new Error(`${page}: a block of ${language} begins with no path: ${text.slice(0, 60)}`);
    return [{ path, text }];
  });

/** Returns the ports of this machine that a page names. */
export const portsOf = (markdown: string): readonly number[] => [
  ...new Set([...markdown.matchAll(/\b127\.0\.0\.1:(\d+)|\bport: (\d+)/g)].map(([, one, other]) => Number(one ?? other))),
];
