/** For browsers: the local platform runs in the page itself. */
import { runBesidePlatform } from './beside-platform.ts';

// In a page, `fetch` reports no progress.
Object.assign(globalThis, { runScenario: () => runBesidePlatform(false) });
