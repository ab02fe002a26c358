import type { Command } from './command.ts';

/** The commands of the tool, in the order of its help. Each command loads its own module. */
export const commands: readonly Command[] = [
  {
    name: 'call',
    summary: 'Calls any operation of any service.',
    load: async () => (await import('./call/command.ts')).call,
  },
  {
    name: 'commands',
    summary: 'Lists all operations, for people or as JSON.',
    load: async () => (await import('./operations/command.ts')).listCommands,
  },
  {
    name: 'login',
    summary: 'Signs in, and keeps the session for call.',
    load: async () => (await import('./login/login.ts')).login,
  },
  {
    name: 'logout',
    summary: 'Signs out, and removes the session.',
    load: async () => (await import('./login/login.ts')).logout,
  },
  {
    name: 'whoami',
    summary: 'Prints the signed-in user.',
    load: async () => (await import('./login/login.ts')).whoami,
  },
  {
    name: 'completion',
    summary: 'Prints the completion for bash, zsh or fish.',
    load: async () => (await import('./completion/command.ts')).completion,
  },
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
  {
    name: 'mcp',
    summary: 'Serves all operations to agents, behind brakes.',
    load: async () => (await import('./mcp/command.ts')).mcp,
  },
];
