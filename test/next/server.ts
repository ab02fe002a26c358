import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const APPLICATION = resolve(import.meta.dirname, 'application');
const NEXT = resolve(APPLICATION, 'node_modules/next/dist/bin/next');

/** A Next process whose clock can be moved. */
export interface NextServer {
  readonly origin: string;
  /** Moves the clock of the process by 11 seconds. */
  readonly moveClock: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const start = (args: readonly string[], env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, ['--import', resolve(import.meta.dirname, 'moving-clock.ts'), NEXT, ...args], {
    cwd: APPLICATION,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { text: '' };
  const checks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output.text += text;
      for (const check of checks) check();
    });
  child.on('exit', () => {
    for (const check of checks) check();
  });
  /** Resolves when the output after the position `from` matches the pattern. */
  const printed = (pattern: RegExp, from = 0): Promise<RegExpExecArray> =>
    new Promise((found, fail) => {
      const check = (): void => {
        const match = pattern.exec(output.text.slice(from));
        if (match) found(match);
        else if (child.exitCode !== null) fail(new Error(`Next ended with ${child.exitCode}:\n${output.text}`));
      };
      checks.add(check);
      check();
    });
  return { child, output, printed };
};

/** Builds the application. */
export const build = async (): Promise<void> => {
  const { child, output } = start(['build'], {});
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`next build ended with ${code}:\n${output.text}`);
};

/** Serves the built application on a free port. */
export const serveNext = async (env: Readonly<Record<string, string>>): Promise<NextServer> => {
  const { child, output, printed } = start(['start', '--port', '0', '--hostname', '127.0.0.1'], env);
  const [, origin = ''] = await printed(/(http:\/\/127\.0\.0\.1:\d+)/);
  await printed(/Ready in/);
  return {
    origin,
    async moveClock() {
      const from = output.text.length;
      child.kill('SIGUSR2');
      await printed(/clock: \d+/, from);
    },
    async close() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
};
