#!/usr/bin/env node
import { main } from './main.ts';
import { processTerminal } from './terminal.ts';

const code = await main(process.argv.slice(2), processTerminal());
// A failed write of the output has already set the exit code.
process.exitCode ??= code;
