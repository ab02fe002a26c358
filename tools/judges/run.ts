/** Runs the named judges, or all judges, and prints the number of passed checks. */
import { archives } from './archives/index.ts';
import { clients } from './clients/index.ts';
import { forms } from './forms/index.ts';
import { linters } from './linters.ts';
import { prism } from './prism.ts';
import { reacts } from './react/index.ts';
import { relays } from './relays/index.ts';
import { sevenFaults } from './seven-faults/index.ts';

const wanted = process.argv
  .slice(2)
  .filter((name) => name !== '--write')
  .map((name) => name.toLowerCase());
const all = [prism, ...linters, ...clients, ...relays, ...reacts, ...forms, ...archives, sevenFaults];
const unknown = wanted.filter((name) => !all.some((judge) => judge.name.toLowerCase() === name));
if (unknown.length > 0) {
  console.error(`There is no judge ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const judges = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name.toLowerCase()));

let passedOfAll = 0;
let total = 0;
for (const { name, checks, close } of judges) {
  let passed = 0;
  for (const { title, run } of checks) {
    try {
      await run();
      passed++;
    } catch (error) {
      console.log(`FAILED  ${name}: ${title}\n${String(error instanceof Error ? error.message : error).replaceAll(/^/gm, '        ')}`);
    }
  }
  await close?.();
  passedOfAll += passed;
  total += checks.length;
  console.log(`${String(passed).padStart(4)} of ${String(checks.length).padStart(4)}  ${name}`);
}
console.log(`${passedOfAll} of ${total} checks passed`);
// Some clients leave a connection open.
process.exit(passedOfAll === total ? 0 : 1);
