/** The OpenAPI document of the local platform's control API, from its contract. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BaseName } from '@platform-sdk/core';
import { root } from '@platform-sdk/build/workspace';
import { commentedOperations } from './comments.ts';
import { openApi } from './openapi.ts';
import type { Contract } from './services.ts';

const contractFile = join(root, 'packages/local-platform/src/control/contract/index.ts');
const text = { type: 'string' };
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
const error = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: text, message: text, field: { ...text, description: 'The invalid field of the input.' } },
};

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  readonly components: { readonly schemas: Record<string, object> };
}

export const controlDocument = async (): Promise<object> => {
  const contract = (await import(pathToFileURL(contractFile).href)) as Contract;
  const identity = { prefix: 'control', base: 'control' as BaseName, group: 'control' };
  const operations = commentedOperations(contractFile, contract).map((each) => ({ ...each, ...identity, name: each.path.join('.') }));
  const description = 'Reads and changes a local platform that is served: for tests in any language, and for its inspector page.';
  const title = 'Control API of the local platform';
  const document = (await openApi({ ...identity, service: 'control', title, description, contractFile, contract, operations })) as Document;
  for (const { responses } of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(responses)) if (status.startsWith('4')) responses[status] = { ...response, content };
    responses['4XX'] = { description: 'Invalid input, a missing token, or a request from elsewhere.', content };
  }
  document.components.schemas['Error'] = { type: 'object', required: ['error'], properties: { error } };
  return document;
};
