// #region preamble
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createMemoryClient } from '@platform-sdk/memory';

const local = createLocalPlatform();
const platform = createPlatform({ baseUrls: local.baseUrls(), fetch: local.fetch });
const memory = createMemoryClient(platform);
// #endregion

console.log(await memory.health());
