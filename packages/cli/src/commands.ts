import type { Command } from './command.ts';

/** The commands of the tool, in the order of its help. Each command loads its own module. */
export const commands: readonly Command[] = [
  {
    name: 'local',
    summary: 'Serves a local platform with an inspector page.',
    load: async () => (await import('./local.ts')).local,
  },
  {
    name: 'doctor',
    summary: 'Explains what is wrong with an environment, one line for each check.',
    load: async () => (await import('./doctor/command.ts')).doctor,
  },
  {
    name: 'drift',
    summary: 'Compares the responses of an environment with the contracts of the clients.',
    load: async () => (await import('./drift/command.ts')).drift,
  },
];
