import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, scriptOf } from '@platform-sdk/build/workspace';
import type { Report } from './programs/scenario.ts';
import type { Cell } from './cell.ts';

/** A cell and its report. The report is undefined if the runtime could not be installed. */
export interface Result {
  readonly cell: Cell;
  readonly report: Report | undefined;
}

const INTRODUCTION = `# Runtimes

\`pnpm tool runtimes\` writes this page. It packs the packages, installs the tarballs in an empty folder, and runs one program everywhere. The program signs in, lists organizations, streams a chat, uploads a file, crawls a site and unpacks its archive. The local platform runs on a port, in the process, or in the page itself.`;

const NOTES = `- **Node** sends through \`node:http\`, browsers and edge runtimes through \`fetch\`, all others through \`fetch\` and ky.
- **Workers** are bundled as wrangler does, with the conditions \`workerd\`, \`worker\` and \`browser\`. The last workerd rows bundle only for browsers, or only for Node.
- **A \`fetch\` without \`Response.body\`** is the \`fetch\` of React Native. A chat then arrives in one piece. Uploads need a \`Blob\` of bytes, which React Native itself cannot create.
- **Rollup** needs \`@rollup/plugin-node-resolve\` for the clients. The local platform also needs \`@rollup/plugin-commonjs\`, and \`browser: true\` for \`node-resolve\`.
- **zone.js** replaces the timers and promises of a page. For zone.js, Angular's build turns \`async\` functions into generators.
- **Uploads** in a page use the \`fetch\` option if it is set. No request leaves a page that contains its local platform.`;

const resultOf = (report: Report | undefined, feature: string): string => {
  if (report === undefined) return 'not installed';
  const result = report[feature];
  return result === undefined ? '' : result === 'ok' ? 'yes' : 'no';
};

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Writes the table of runtimes and features into the docs. */
export const writeTable = async (results: readonly Result[]): Promise<void> => {
  const features = [...new Set(results.flatMap(({ report = {} }) => Object.keys(report)))];
  const head = ['runtime', 'version', ...features];
  const rows = results.map(({ cell, report }) => line([cell.runtime, cell.version, ...features.map((name) => resultOf(report, name))]));
  const table = [line(head), line(head.map(() => '---')), ...rows].join('\n');
  const file = join(root, 'docs/runtimes.md');
  await writeFile(file, `${INTRODUCTION}\n\n${table}\n\n${NOTES}\n`);
  execFileSync(process.execPath, [scriptOf('oxfmt', 'oxfmt'), file], { cwd: root });
};
