/** Writes the documentation of every package into its folder, for its tarball. */
import { generate } from './generator/generate.ts';
import { writePackageDocs } from './generator/package-docs.ts';

console.log(`${await writePackageDocs(await generate())} files of documentation for the tarballs`);
