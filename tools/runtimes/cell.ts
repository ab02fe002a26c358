import type { Report, Scene } from './programs/scenario.ts';

/** The surroundings of a cell. */
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
  /** Its version, or how it is set up. */
  readonly version: string;
  /** Undefined where it is not installed. */
  readonly run: ((setup: Setup) => Promise<Report>) | undefined;
}

/** Finds the report in what a program printed. */
export const reportIn = (printed: string): Report => {
  const line = printed.split('\n').findLast((each) => /^(?:REPORT )?\{"/.test(each));
  if (line === undefined) throw new Error(`There is no report in: ${printed.slice(-2000)}`);
  return JSON.parse(line.replace('REPORT ', '')) as Report;
};
