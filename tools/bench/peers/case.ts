/** The functions that all programs share: they read the settings of the process, measure the work, and report the result. */
import { readFileSync } from 'node:fs';

/** The measurement of one process. */
export interface Measurement {
  /** CPU time of one unit of work, user and system, in microseconds. For bundles, the number of bytes. */
  readonly cpu: number;
  /** The CPU time of the second half of the work divided by the time of the first half. The quotient is 1 when the process is warm. */
  readonly drift?: number;
  /** Peak memory of the process, in MiB. */
  readonly peak?: number;
  /** Connections that the server accepted. */
  readonly connections?: number;
}

/** Numbers of repetitions. */
export interface Counts {
  readonly warmUp: number;
  readonly measured: number;
  /** Calls that run at the same time. Default: 1. */
  readonly inFlight?: number;
}

/** Returns the settings that the harness gave this process. */
export function settings<Settings>(): Settings {
  return JSON.parse(process.argv[2] ?? '{}') as Settings;
}

/** Returns the microseconds of CPU that this process has used, user and system. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Repeats a piece of work: first to warm up, then in two measured halves. */
export async function measure(work: () => Promise<unknown>, { warmUp, measured, inFlight = 1 }: Counts): Promise<Measurement> {
  await repeat(work, warmUp, inFlight);
  const half = Math.ceil(measured / 2);
  const times = [cpuTime()];
  for (const _ of [0, 1]) {
    await repeat(work, half, inFlight);
    times.push(cpuTime());
  }
  const [start = 0, middle = 0, end = 0] = times;
  return { cpu: (end - start) / (2 * half), drift: (end - middle) / (middle - start), peak: peak() };
}

const repeat = async (work: () => Promise<unknown>, count: number, inFlight: number): Promise<void> => {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
};

/** Returns the peak memory of this process in MiB. `maxRSS` starts with the parent process's value, so on Linux the kernel's own figure is read. */
export function peak(): number {
  const kibibytes =
    process.platform === 'linux'
      ? Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
      : process.resourceUsage().maxRSS;
  return kibibytes / 1024;
}

/** Sends the result to the harness and ends the process. */
export function report(measurement: Measurement): void {
  if (process.send) process.send(measurement, () => process.exit());
  else {
    console.log(measurement);
    process.exit();
  }
}

/** Returns a candidate by its name. Throws an error that lists all names if the name is unknown. */
export function pick<Value>(ways: Readonly<Record<string, Value>>, way: string): Value {
  const found = ways[way];
  if (found === undefined) throw new Error(`Unknown way ${way}; expected one of ${Object.keys(ways).join(', ')}`);
  return found;
}
