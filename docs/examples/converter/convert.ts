import { converter, local } from '../../scenes/platform.ts';

const job = converter.convert({ url: local.sampleSite, frontMatter: true });
for await (const event of job) if (event.type === 'log') console.log(event.text);
console.log((await job.result()).success);
