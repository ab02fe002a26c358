import type { Resource, Schema } from '@platform-sdk/core/contract';

/** Reads a project whose API keys are of the type `apiKey` or `api_key`, related by name or only included. */
export const readingKeys = <Of extends Resource>(project: Schema<Of>): Schema<Of> => ({
  ...project,
  read: (body, status) => {
    const found = project.read?.(body, status) as Resource;
    const { apiKey, api_key: value = apiKey } = found.included ?? {};
    if (value) Object.defineProperty(found, 'apiKeys', { value });
    return found;
  },
});
