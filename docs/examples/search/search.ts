// #region preamble
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createSearchClient } from '@platform-sdk/search';

const local = createLocalPlatform();
const platform = createPlatform({ baseUrls: local.baseUrls(), fetch: local.fetch });
const search = createSearchClient(platform);
// #endregion

const result = await search.search({ query: 'wheel', flow: 'search_only' });
console.log(result);
