#!/usr/bin/env node
import { main } from './main.ts';
import { processTerminal } from './terminal.ts';

const code = await main(process.argv.slice(2), processTerminal());
// If writing the output has failed, the exit code is already set.
process.exitCode ??= code;
