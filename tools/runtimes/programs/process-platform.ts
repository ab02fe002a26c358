/** For bundles of Node: the local platform runs in the process itself. Prints the report. */
import { runBesidePlatform } from './beside-platform.ts';

void runBesidePlatform(true).then((report) => console.log(JSON.stringify(report)));
