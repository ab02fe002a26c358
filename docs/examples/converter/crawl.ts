import { converter, local } from '../../scenes/platform.ts';

const job = converter.crawl({ url: local.sampleSite, depth: 1, maxPages: 5 });
for await (const event of job) if (event.type === 'progress') console.log(event);
console.log((await job.result()).success);
