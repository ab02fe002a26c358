import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../docs/reference');

/** All OpenAPI documents of the repository, by service. */
export const documents: ReadonlyMap<string, object> = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.openapi.json'))
    .map((name) => [name.replace('.openapi.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8')) as object]),
);

/** Returns the path of a service's document. */
export const documentPath = (service: string): string => join(folder, `${service}.openapi.json`);
