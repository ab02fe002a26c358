/** Prints release notes for the changes since a commit. Default: the last release. */
import { baseOf, compareWith } from './compare-commits.ts';
import { releaseNotes } from './notes.ts';

const { changes } = await compareWith(baseOf(process.argv[2]));
console.log(releaseNotes(changes));
