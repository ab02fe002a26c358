#!/usr/bin/env node
import { main } from './main.ts';
import { processTerminal } from './terminal.ts';

const code = await main(process.argv.slice(2), processTerminal());
// An output that could not be written has failed already.
process.exitCode ??= code;
