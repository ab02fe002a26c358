/** Measures the table of the front page: seven faults in one chat, with two clients. `--write` replaces the table. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Judge } from '../check.ts';
import { describeText, openaiClient, ownClient, type ChatClient } from './clients.ts';
import { FAULTS, openGateway, type Fault } from './gateway.ts';

const PAGE = join(resolve(import.meta.dirname, '../../..'), 'docs/index.md');
const BLOCK = /(<!-- seven faults: `pnpm tool judges "seven faults" --write` -->\n)[\s\S]*?(<!-- end of seven faults -->)/;

interface Result {
  readonly executed: number;
  readonly description: string;
}

const tryChat = async (client: ChatClient, fault: Fault): Promise<Result> => {
  const gateway = await openGateway(fault);
  try {
    const description = await client.chat(gateway.baseUrl, fault.isStream ?? false).then(describeText, client.describe);
    return { executed: gateway.executed(), description };
  } finally {
    await gateway.close();
  }
};

const cell = ({ executed, description }: Result): string =>
  `${executed === 1 ? 'executed once' : `**executed ${executed === 2 ? 'twice' : `${executed} times`}**`}, ${description}`;

const versionOf = (name: string): string => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../node_modules', name, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  return version;
};

const results: { readonly fault: Fault; readonly theirs: Result; readonly own: Result }[] = [];

/** Returns the lines of the table. */
const lines = (): readonly string[] => [
  `| the fault, once | \`openai\` ${versionOf('openai')} | this SDK |`,
  '| --- | --- | --- |',
  ...results.map(({ fault, theirs, own }) => `| ${fault.title} | ${cell(theirs)} | ${cell(own)} |`),
];

/** Returns the rows of a table without their padding, so that they can be compared. */
const rowsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| *-/.test(line))
    .map((line) => line.replaceAll(/ +/g, ' '));

export const sevenFaults: Judge = {
  name: 'seven faults',
  checks: [
    ...FAULTS.map((fault) => ({
      title: fault.title,
      run: async () => {
        const [theirs, own] = [await tryChat(openaiClient, fault), await tryChat(ownClient, fault)];
        results.push({ fault, theirs, own });
        assert.equal(own.executed, 1, 'this SDK sends a billed chat once');
        assert.match(own.description, /^throws/, 'this SDK returns nothing that is not the reply');
      },
    })),
    {
      title: 'the front page shows these results',
      run: () => {
        const sentence = `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} by \`pnpm tool judges "seven faults"\`: both clients with their default retries.`;
        const text = readFileSync(PAGE, 'utf8');
        const [block = ''] = BLOCK.exec(text) ?? [];
        if (process.argv.includes('--write'))
          writeFileSync(
            PAGE,
            text.replace(BLOCK, (_, head: string, end: string) => `${head}\n${lines().join('\n')}\n\n${sentence}\n${end}`),
          );
        else assert.deepEqual(rowsOf(block), rowsOf(lines().join('\n')), 'docs/index.md is stale: pnpm tool judges "seven faults" --write');
      },
    },
  ],
};
