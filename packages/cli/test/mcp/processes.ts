import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { programAt } from '@platform-sdk/test-helpers/program-at';

const file = programAt(new URL('../../src/bin.ts', import.meta.url));

/** The folder from which the package `redis` is loaded. */
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the command and the arguments of `platform-sdk mcp`, for clients that start it. */
export const mcpCommand = (...args: readonly string[]) => ({
  command: process.execPath,
  args: ['-C', '@platform-sdk/source', file, 'mcp', ...args],
});

/** Starts the server over HTTP on a free port. */
export const startHttp = async (...args: readonly string[]) => {
  const { command, args: all } = mcpCommand('--http', '--port', '0', '--json', ...args);
  const child = spawn(command, all, { stdio: ['ignore', 'pipe', 'pipe'], cwd: root });
  const stderr: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => void stderr.push(chunk.toString()));
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(stderr.join('')))),
  ])) as [string];
  const { url, token, error } = JSON.parse(line) as { readonly url: string; readonly token: string; readonly error?: string };
  if (error !== undefined) throw new Error(error);
  return {
    url,
    token,
    stderr,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      return child.exitCode;
    },
  };
};
