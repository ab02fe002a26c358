import type { Command } from './command.ts';

/** The commands of the tool, in the order of its help. Each loads its own module. */
export const commands: readonly Command[] = [
  {
    name: 'local',
    summary: 'Serves a local platform with an inspector page.',
    load: async () => (await import('./local.ts')).local,
  },
];
