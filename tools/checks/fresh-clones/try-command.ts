/** Runs a command in a new clone of the last commit. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '@platform-sdk/build/workspace';
import type { Form } from './forms.ts';

/** The result of a command. `output` is the last part of its output. */
export interface Trial {
  readonly result: 'passed' | 'failed' | 'too slow';
  readonly seconds: number;
  readonly output: string;
}

type Runnable = Exclude<Form, { readonly leftOut: string }>;

const DEFAULT_MINUTES = 10;

/** Returns a clean environment, without the variables of the running command, and without folders of installed packages in `PATH`. */
const environment = (): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|pnpm_|PNPM_SCRIPT|INIT_CWD|NODE_|VITEST|CI$)/i.test(name));
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(own), PATH: path.join(delimiter), npm_config_loglevel: 'error', NO_COLOR: '1' };
};

/** Defines `pnpm` as a shell function, so that the commands run on a machine without pnpm. */
const withPnpm = (command: string, version: string): string => `pnpm() { npx --yes pnpm@${version} "$@"; }\n${command}`;

/** Runs the command in a clone that is removed at the end, with everything that it started. */
export const tryCommand = async (command: string, form: Runnable, version: string): Promise<Trial> => {
  const parent = await mkdtemp(join(tmpdir(), 'platform-sdk-clone-'));
  const clone = join(parent, 'clone');
  const started = performance.now();
  try {
    execFileSync('git', ['clone', '--quiet', root, clone], { stdio: 'pipe' });
    const child = spawn('bash', ['-c', withPnpm(form.run ?? command, version)], {
      cwd: clone,
      env: environment(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stop = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All processes of the command have ended.
      }
    };
    let output = '';
    const result = await new Promise<Trial['result']>((resolve) => {
      const timer = setTimeout(() => resolve('too slow'), (form.minutes ?? DEFAULT_MINUTES) * 60_000);
      const end = (value: Trial['result']): void => {
        clearTimeout(timer);
        resolve(value);
      };
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output = (output + chunk.toString()).slice(-20_000);
          if (form.until?.test(output) === true) end('passed');
        });
      child.once('close', (code) => end(code === 0 && form.until === undefined ? 'passed' : 'failed'));
    });
    stop();
    return { result, seconds: Math.round((performance.now() - started) / 1000), output };
  } finally {
    await rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
};
