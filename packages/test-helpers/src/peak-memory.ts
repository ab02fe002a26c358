import { readFileSync } from 'node:fs';

/**
 * Returns the peak memory of this process in MiB. On Linux, `maxRSS` starts with the value of the parent process. A large
 * parent would hide the growth of this process, so another source is read.
 */
export const peakMemory = (): number => {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  const [, kibibytes] = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
};
