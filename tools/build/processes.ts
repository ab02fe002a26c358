/** Starts programs in separate processes, which report their results as messages. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { root } from './workspace.ts';

/** A running program, and its first message. */
export interface Child<Message> {
  readonly first: Message;
  stop(): void;
}

/**
 * The folder in which a program runs, and the flags of its Node. Default: the repository, with flags that make its packages resolve to their
 * sources.
 */
export interface Surroundings {
  readonly cwd?: string;
  readonly flags?: readonly string[];
  /** The processor core that runs the program. Only Linux supports this. Default: any core. */
  readonly core?: number | undefined;
}

/** Starts a program and waits for its first message. */
export async function start<Message>(file: string, given: unknown, surroundings: Surroundings = {}): Promise<Child<Message>> {
  const { cwd = root, flags = ['-C', '@platform-sdk/source'], core } = surroundings;
  // `taskset` starts Node on one core, and replaces itself with Node.
  const onCore = core !== undefined && { execPath: 'taskset', execArgv: ['-c', String(core), process.execPath, ...flags] };
  const child = fork(file, [JSON.stringify(given)], { cwd, execArgv: [...flags], ...onCore });
  const exit = once(child, 'exit').then(() =>
    Promise.reject(new Error(`${file} ended before its first message: ${JSON.stringify(given)}`)),
  );
  const [first] = (await Promise.race([once(child, 'message'), exit])) as [Message];
  exit.catch(() => undefined);
  return { first, stop: () => child.kill() };
}

/** Runs a program until its first message, and returns the message. */
export async function ask<Message>(file: string, given: unknown, surroundings: Surroundings = {}): Promise<Message> {
  const child = await start<Message>(file, given, surroundings);
  child.stop();
  return child.first;
}

/** Returns the settings that the parent gave this process. */
export function settings<Settings>(): Settings {
  return JSON.parse(process.argv[2] ?? '{}') as Settings;
}
