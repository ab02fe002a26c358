/** Writes the documentation of every package into its folder, for its tarball. */
import { generate } from '../docs/generator/generate.ts';
import { writePackageDocs } from '../docs/generator/package-docs.ts';

console.log(`${await writePackageDocs(await generate())} files of documentation for the tarballs`);
