// #region preamble
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';

const local = createLocalPlatform();
const platform = createPlatform({ baseUrls: local.baseUrls(), fetch: local.fetch });
const memory = createMemoryClient(platform);
// #endregion

const user = await memory.users.register({
  id: 'ada00000-0000-4000-8000-000000000001',
  email: 'ada@example.com',
});
console.log(user.token_type); // user.access_token is the Bearer of the other calls
