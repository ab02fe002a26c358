// #region preamble
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createSearchClient } from '@platform-sdk/search';

const local = createLocalPlatform();
const platform = createPlatform({ baseUrls: local.baseUrls(), fetch: local.fetch });
const search = createSearchClient(platform);
// #endregion

const stream = search.chatStream({
  messages: [{ role: 'user', content: 'How many teeth has the wheel?' }],
});
for await (const text of stream.text()) console.log(text);
