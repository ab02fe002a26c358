/** Runs the fault tests of requests on other Node versions: `pnpm tool node-faults`. Arguments: paths of Node programs. */
import { spawn } from 'node:child_process';
import { installRuntimes, programAt } from './tools.ts';
import { wireTests } from '../../test/faults/wire-tests.ts';
import { root, scriptOf } from '@platform-sdk/build/workspace';

/** The tests that concern only Node's sender. */
const SENDER_TESTS = ['node-sender', 'node-process.slow', 'fake-timers.slow', 'session-threads.slow', 'slow-readers.slow'].map(
  (name) => `test/faults/${name}.test.ts`,
);

const given = process.argv.slice(2);
if (given.length === 0) await installRuntimes();
const nodes = given.length > 0 ? given : ['node-22/bin/node', 'node-26/bin/node'].flatMap((path) => programAt(path) ?? []);
if (nodes.length === 0) console.log('No other Node can be installed on this machine.');
// Without this check, CI would pass without a test.
const isMissing = nodes.length === 0 && process.env['CI'] !== undefined;

const codes = await Promise.all(nodes.map(run));
process.exitCode = !isMissing && codes.every((code) => code === 0) ? 0 : 1;

/** Runs the tests with one version of Node. All versions run at the same time, because most of these tests wait. */
function run(node: string): Promise<number | null> {
  const args = [scriptOf('vitest', 'vitest'), 'run', '--mode', 'all', '--project', 'faults', ...wireTests, ...SENDER_TESTS];
  return new Promise((resolve) => {
    const tests = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TEST_RESULTS: '' } });
    const printed: Buffer[] = [];
    for (const stream of [tests.stdout, tests.stderr]) stream.on('data', (chunk: Buffer) => void printed.push(chunk));
    tests.on('close', (code) => {
      console.log(`${node}\n${Buffer.concat(printed).toString()}`);
      resolve(code);
    });
  });
}
