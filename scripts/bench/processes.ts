import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../workspace.ts';

const run = promisify(execFile);
const condition = ['-C', '@platform-sdk/source'];

/** Another process of this benchmark, and the first message it sent. */
export interface Child<Message> {
  readonly first: Message;
  stop(): void;
}

/** Starts a script of this folder and waits for its first message. */
export async function start<Message>(script: string, told: unknown): Promise<Child<Message>> {
  const child = fork(join(import.meta.dirname, script), [JSON.stringify(told)], { cwd: root, execArgv: condition });
  const gone = once(child, 'exit').then(() => Promise.reject(new Error(`${script} ended before it said anything`)));
  const [first] = (await Promise.race([once(child, 'message'), gone])) as [Message];
  gone.catch(() => undefined);
  return { first, stop: () => child.kill() };
}

/** Runs a script of this folder to its end and returns its only message. */
export async function ask<Message>(script: string, told: unknown): Promise<Message> {
  const child = await start<Message>(script, told);
  child.stop();
  return child.first;
}

/** Milliseconds that Node takes to run a line of code and end, with the workspace's packages built or as they are. */
export async function timed(code: string, built: boolean): Promise<number> {
  const started = performance.now();
  await run(process.execPath, [...(built ? [] : condition), '--input-type=module', '--eval', code], { cwd: root });
  return performance.now() - started;
}

/** What the process that started this script told it. */
export function settings<Settings>(): Settings {
  return JSON.parse(process.argv[2] ?? '{}') as Settings;
}
