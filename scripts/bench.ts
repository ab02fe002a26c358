/** What the SDK costs, as ratios measured in one run. It informs and never fails on a number. */
import { benchCalls } from './bench/calls.ts';
import { benchImports } from './bench/imports.ts';
import { benchPort } from './bench/port.ts';

await benchCalls();
await benchImports();
await benchPort();
