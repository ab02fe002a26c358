/** Follows a page in an empty folder: writes the files, runs the commands, and keeps the servers running for the check. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { portsOf, stepsOf } from './steps.ts';
import type { Tarballs } from './tarballs.ts';

/** The output of a command, and its exit code. */
interface CommandResult {
  readonly command: string;
  readonly output: string;
  readonly code: number | null;
}

export interface Followed {
  readonly folder: string;
  readonly results: readonly CommandResult[];
  /** Runs one more command in the folder. */
  run(command: string): Promise<CommandResult>;
}

const LIMIT_MS = 180_000;

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
  npm_config_loglevel: 'error',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_prefer_offline: 'true',
  CI: 'true',
  NO_COLOR: '1',
  NODE_OPTIONS: '',
});

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

const openPorts = async (ports: readonly number[]): Promise<readonly number[]> => {
  const states = await Promise.all(ports.map(isOpen));
  return ports.filter((_, index) => states[index]);
};

/** Starts a command in a separate process group, so that its children end with it. */
const start = (command: string, cwd: string): { readonly child: ChildProcess; readonly ended: Promise<CommandResult> } => {
  const child = spawn('sh', ['-c', command], { cwd, env: environment(), detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<CommandResult>((resolve) => child.once('close', (code) => resolve({ command, output, code })));
  return { child, ended };
};

const stop = (child: ChildProcess): void => {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has just ended.
  }
};

/** Waits until one more of the page's ports accepts connections. */
const listening = async (ports: readonly number[], before: number, ended: Promise<CommandResult>): Promise<void> => {
  const failed = ended.then(({ command, output }) => Promise.reject(new Error(`${command} ended: ${output}`)));
  failed.catch(() => undefined);
  for (let waited = 0; waited < LIMIT_MS; waited += 100) {
    if ((await openPorts(ports)).length > before) return;
    await Promise.race([pause(100), failed]);
  }
  throw new Error(`Nothing listens on one more of the ports ${ports.join(', ')}.`);
};

/** Follows a page, calls `check`, and removes everything. */
export const follow = async (
  page: string,
  markdown: string,
  tarballs: Tarballs,
  check: (followed: Followed) => Promise<void>,
): Promise<void> => {
  const ports = portsOf(markdown);
  const taken = await openPorts(ports);
  if (taken.length > 0) throw new Error(`Port ${taken.join(', ')} of this machine is in use.`);
  const folder = await mkdtemp(join(tmpdir(), 'platform-sdk-job-'));
  const servers: ChildProcess[] = [];
  const results: CommandResult[] = [];
  const run: Followed['run'] = async (command) => {
    const { child, ended } = start(command, folder);
    const timer = setTimeout(() => stop(child), LIMIT_MS);
    const result = await ended;
    clearTimeout(timer);
    return result;
  };
  try {
    for (const step of stepsOf(page, markdown)) {
      if ('path' in step) {
        await mkdir(dirname(join(folder, step.path)), { recursive: true });
        await writeFile(join(folder, step.path), step.text);
      } else if (step.isServer) {
        const before = (await openPorts(ports)).length;
        const { child, ended } = start(step.command, folder);
        servers.push(child);
        await listening(ports, before, ended);
      } else {
        const result = await run(tarballs.inCommand(step.command));
        if (result.code !== 0) throw new Error(`${step.command} ended with ${result.code}:\n${result.output}`);
        results.push({ ...result, command: step.command });
      }
    }
    await check({ folder, results, run });
  } finally {
    for (const server of servers) stop(server);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};
