// #region preamble
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createSearchClient } from '@platform-sdk/search';

const local = createLocalPlatform();
const platform = createPlatform({ baseUrls: local.baseUrls(), fetch: local.fetch });
const search = createSearchClient(platform);
// #endregion

const completion = await search.chat({
  messages: [{ role: 'user', content: 'How many teeth has the wheel?' }],
});
console.log(completion.choices.at(0)?.message.content);
