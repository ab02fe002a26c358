import { readFileSync } from 'node:fs';

/**
 * Returns the peak memory of this process in MiB. On Linux, `maxRSS` starts with the parent process's value: after a large parent,
 * growth would be invisible.
 */
export const peakMemory = (): number => {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  const [, kibibytes] = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
};
