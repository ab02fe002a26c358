/** Writes the types that openapi-typescript makes of our documents. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { documents } from './documents.ts';

const folder = join(import.meta.dirname, 'generated');

await mkdir(folder, { recursive: true });
for (const [service, document] of documents)
  await writeFile(join(folder, `${service}.ts`), astToString(await openapiTS(document as never)));
