#!/usr/bin/env node
import { helpOf, isUsageError, runLocal } from './command.ts';

const NAME = 'platform-sdk-local';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

try {
  const terminal = { print: console.log, printError: console.error, signal: stop.signal };
  process.exitCode = await runLocal(process.argv.slice(2), terminal, NAME);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  if (isUsageError(error)) {
    const usage = helpOf(NAME).split('\n\n', 1)[0] ?? '';
    const end = message.endsWith('?') ? '' : '.';
    console.error(`${message.replace(/\p{C}/gu, '\u{FFFD}')}${end}\n\n${usage}\nRun it with --help for its options.`);
  } else console.error(`The local platform could not start: ${message}`);
  process.exitCode = isUsageError(error) ? 2 : 1;
}
