import { readFileSync } from 'node:fs';

/**
 * Returns the peak memory of this process in MiB. On Linux, `maxRSS` begins with that of the process that started this one: behind a large one,
 * a growth would be invisible.
 */
export const peakMemory = (): number => {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  const [, kibibytes] = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
};
