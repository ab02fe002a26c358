/** For vitest with a simulated DOM: a test that prints the report. */
import { runScenario, type Scene } from './scenario.ts';

declare const it: (title: string, run: () => Promise<void>, timeoutMs: number) => void;

it('runs the scenario', async () => {
  const scene = JSON.parse(process.env['SCENE'] ?? '') as Scene;
  console.log(`REPORT ${JSON.stringify(await runScenario(scene))}`);
}, 60_000);
