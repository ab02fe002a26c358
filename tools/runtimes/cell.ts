import type { Report, Scene } from './programs/scenario.ts';

/** The packages and the local platform that the cells share. */
export interface Setup {
  /** A user's folder with the installed packages. */
  readonly consumer: string;
  /** A local platform on a port. */
  readonly scene: Scene;
}

/** A runtime or a bundle, where the scenario runs. */
export interface Cell {
  /** The name, such as `Node`. */
  readonly runtime: string;
  /** The version of the runtime, or its setup. */
  readonly version: string;
  /** Runs the scenario. Undefined if the runtime is not installed. */
  readonly run: ((setup: Setup) => Promise<Report>) | undefined;
}

/** Finds the report in the output of a program. */
export const reportIn = (printed: string): Report => {
  const line = printed.split('\n').findLast((each) => /^(?:REPORT )?\{"/.test(each));
  if (line === undefined) throw new Error(`There is no report in: ${printed.slice(-2000)}`);
  return JSON.parse(line.replace('REPORT ', '')) as Report;
};
