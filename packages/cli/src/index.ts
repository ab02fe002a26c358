export { defineCommand, usageError, type Command, type CommandDefinition, type CommandModule, type ParsedArguments } from './command.ts';
export { commands } from './commands.ts';
export { readAccount, readPlatformOptions, variables, type Variable, type Variables } from './environment/variables.ts';
export { main } from './main.ts';
export type { Format, Terminal } from './terminal.ts';
