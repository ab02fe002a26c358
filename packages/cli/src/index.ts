export { defineCommand, usageError, type Command, type CommandDefinition, type CommandModule, type ParsedArguments } from './command.ts';
export { commands } from './commands.ts';
export { main } from './main.ts';
export type { Format, Terminal } from './terminal.ts';
