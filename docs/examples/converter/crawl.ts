// #region preamble
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';

const local = createLocalPlatform();
const platform = createPlatform({ baseUrls: local.baseUrls(), fetch: local.fetch });
const converter = createConverterClient(platform);
// #endregion

const job = converter.crawl({ url: local.sampleSite, depth: 1, maxPages: 5 });
for await (const event of job) if (event.type === 'progress') console.log(event);
console.log((await job.result()).success);
