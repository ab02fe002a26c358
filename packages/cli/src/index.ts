export type { Command, CommandModule } from './command.ts';
export { main } from './main.ts';
export type { Format, Terminal } from './terminal.ts';
