/** What large files take, each in a process of its own. It informs and never fails on a number. */
import { benchFiles } from './bench/files.ts';

await benchFiles();
