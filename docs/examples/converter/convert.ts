// #region preamble
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';

const local = createLocalPlatform();
const platform = createPlatform({ baseUrls: local.baseUrls(), fetch: local.fetch });
const converter = createConverterClient(platform);
// #endregion

const job = converter.convert({ url: local.sampleSite, frontMatter: true });
for await (const event of job) if (event.type === 'log') console.log(event.text);
console.log((await job.result()).success);
