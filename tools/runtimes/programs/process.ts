/** For Node, Bun and Deno: reads the scene from the environment, and prints the report. */
import { runScenario, type Scene } from './scenario.ts';

const scene = JSON.parse(process.env['SCENE'] ?? '') as Scene;
console.log(JSON.stringify(await runScenario(scene)));
