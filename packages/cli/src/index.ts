export type { Command, CommandModule } from './command.ts';
export { readAccount, readPlatformOptions, variables, type Variable, type Variables } from './environment/variables.ts';
export { main } from './main.ts';
export type { Format, Terminal } from './terminal.ts';
