// #region preamble
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';

const local = createLocalPlatform();
const platform = createPlatform({ baseUrls: local.baseUrls(), fetch: local.fetch });
const converter = createConverterClient(platform);
// #endregion

const job = converter.batch({
  urls: [local.sampleSite, `${local.sampleSite}missing`],
});
for (const { url, success } of (await job.result()).results)
  console.log(url, success);
