// #region preamble
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';

const local = createLocalPlatform();
const platform = createPlatform({ baseUrls: local.baseUrls(), fetch: local.fetch });
const converter = createConverterClient(platform);
await converter.crawl({ url: local.sampleSite, maxPages: 5 }).result();
// #endregion

const archive = await converter.download({
  site: new URL(local.sampleSite).hostname,
});
for await (const { name, size } of archive.entries()) console.log(name, size);
