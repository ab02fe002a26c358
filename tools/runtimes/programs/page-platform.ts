/** For browsers: the local platform runs in the page itself. */
import { runBesidePlatform } from './beside-platform.ts';

// `fetch` shows no progress in a page.
Object.assign(globalThis, { runScenario: () => runBesidePlatform(false) });
