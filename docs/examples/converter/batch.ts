import { converter, local } from '../../scenes/platform.ts';

const job = converter.batch({
  urls: [local.sampleSite, `${local.sampleSite}missing`],
});
for (const { url, success } of (await job.result()).results)
  console.log(url, success);
