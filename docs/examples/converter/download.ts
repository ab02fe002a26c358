// #region preamble
import { converter, local } from '../../scenes/platform.ts';

await converter.crawl({ url: local.sampleSite, maxPages: 5 }).result();
// #endregion

const archive = await converter.download({
  site: new URL(local.sampleSite).hostname,
});
for await (const { name, size } of archive.entries()) console.log(name, size);
