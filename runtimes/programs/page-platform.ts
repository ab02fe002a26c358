/** For browsers: the local platform runs in the page itself. */
import { runBesidePlatform } from './beside-platform.ts';

Object.assign(globalThis, { runScenario: runBesidePlatform });
