/** Runs the scenario as a vitest test with a simulated DOM, and prints the report. */
import { runScenario, type Scene } from './scenario.ts';

declare const it: (title: string, run: () => Promise<void>, timeoutMs: number) => void;

it('the scenario runs in a simulated DOM', async () => {
  const scene = JSON.parse(process.env['SCENE'] ?? '') as Scene;
  console.log(`REPORT ${JSON.stringify(await runScenario(scene))}`);
}, 60_000);
