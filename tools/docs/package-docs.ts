/** Writes the documentation of every package into its folder, for its tarball. */
import { serviceReferences } from '@platform-sdk/reference/service-reference';
import { generate } from './generator/generate.ts';
import { writePackageDocs } from './generator/package-docs.ts';

console.log(`${await writePackageDocs(await generate(), await serviceReferences())} files of documentation for the tarballs`);
