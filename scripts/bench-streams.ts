/** What reading a stream costs, as ratios measured in one run, and how soon one that is left ends. It informs and never fails on a number. */
import { benchLeaving } from './bench/leaving.ts';
import { benchChunks, benchLines } from './bench/streams.ts';

await benchChunks();
await benchLines();
await benchLeaving();
