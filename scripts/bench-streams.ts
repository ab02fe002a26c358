/** What reading a stream costs, as ratios measured in one run. It informs and never fails on a number. */
import { benchChunks, benchLines } from './bench/streams.ts';

await benchChunks();
await benchLines();
