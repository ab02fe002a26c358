/** What unpacking takes beside other unpackers. It informs and never fails on a number. */
import { benchUnzip } from './bench/unzip.ts';

await benchUnzip();
