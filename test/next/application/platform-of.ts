import { createPlatform, type ReadOnlyTokenStore, type TokenStore } from '@platform-sdk/core';

/** Returns the platform of one request. */
export const platformOf = (store: TokenStore | ReadOnlyTokenStore) =>
  createPlatform({
    apiKey: process.env['API_KEY'] ?? '',
    baseUrls: { auth: process.env['AUTH_URL'] ?? '', organizations: process.env['ORGANIZATIONS_URL'] ?? '' },
    session: { store },
  });
