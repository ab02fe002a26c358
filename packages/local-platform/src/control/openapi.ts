import { readPageFile } from '#inspector-page';
import { refuse } from '../errors/refusal.ts';

/** Returns the OpenAPI document of the control API, with the server's origin. `pnpm tool reference` generates its file from the contract. */
export const readOpenApi = async (origin: string): Promise<Record<string, unknown>> => {
  const bytes = await readPageFile('openapi.json');
  if (!bytes) return refuse(404, 'NO_FILES', 'This bundle lacks the files of the package.');
  const document = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  return { ...document, servers: [{ url: `${origin}/_local` }] };
};
