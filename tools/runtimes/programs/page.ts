/** For browsers: `runScenario` of the window takes the scene and returns the report. */
import { runScenario } from './scenario.ts';

Object.assign(globalThis, { runScenario });
