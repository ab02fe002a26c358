import { createConverterClient, type ConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform, serve, type LocalPlatform } from '@platform-sdk/local-platform';
import { expect, it, onTestFinished } from 'vitest';
import { answerOf, startFaultServer, type FaultServer } from './fault-server.ts';
import { failureOf } from './signed-in-clients.ts';

/** Starts a site where every page links to another page. The page with the number `silent` never responds. */
const endlessSite = (silent: number): Promise<FaultServer> =>
  startFaultServer((socket, { target }) => {
    const number = Number(target.slice(1));
    if (number === silent) return;
    const text = `<html><head><title>Page ${number}</title></head><body><p>One more <a href="/${number + 1}">page</a> follows this one.</p></body></html>`;
    socket.end(answerOf(200, { 'Content-Type': 'text/html', Connection: 'close' }, text));
  });

const local = async (): Promise<{ platform: LocalPlatform; converter: ConverterClient }> => {
  const platform = createLocalPlatform({ converter: { allowedHosts: ['127.0.0.1'] } });
  const server = await serve(platform);
  onTestFinished(() => server.close());
  return { platform, converter: createConverterClient(createPlatform({ baseUrls: server.baseUrls })) };
};

/** Checks that a crawl ends on the platform after its client has disconnected. */
const expectItToBeOver = async (platform: LocalPlatform, site: FaultServer): Promise<void> => {
  // Waits until the crawl has cancelled its pending request to the site.
  await site.until(() => site.open() === 0);
  const fetched = [1, 2, 3].map((number) => `${site.origin}/${number}`);
  expect(platform.jobs).toMatchObject([{ operation: 'crawl', urls: [`${site.origin}/1`], state: 'disconnected', fetched }]);
  expect(platform.jobs[0]?.endedAt).toBeTypeOf('number');
  expect(platform.requestLog).toMatchObject([{ operation: 'converter.crawl', disconnected: true }]);
  expect(site.requests.map(({ target }) => target)).toEqual(['/1', '/2', '/3']);
};

it("a crawl ends on the platform when the client's loop ends early", async () => {
  const site = await endlessSite(3);
  const { platform, converter } = await local();
  for await (const event of converter.crawl({ url: `${site.origin}/1`, depth: 100 })) {
    if (event.type !== 'progress' || !event.text.endsWith('/3')) continue;
    await site.until(() => site.requests.length === 3);
    expect(platform.jobs).toMatchObject([{ state: 'running' }]);
    break;
  }
  await expectItToBeOver(platform, site);
});

it('a crawl ends on the platform when the client aborts it', async () => {
  const site = await endlessSite(3);
  const { platform, converter } = await local();
  const controller = new AbortController();
  const work = failureOf(converter.crawl({ url: `${site.origin}/1`, depth: 100 }, { signal: controller.signal }).result());
  await site.until(() => site.requests.length === 3);
  controller.abort();
  await expect(work).resolves.toMatchObject({ kind: 'aborted' });
  await expectItToBeOver(platform, site);
});

it('the archive of a completed crawl can be downloaded over a real port', async () => {
  const { platform, converter } = await local();
  const percents: number[] = [];
  const job = converter.crawl({ url: platform.sampleSite, depth: 1 });
  for await (const event of job) if (event.type === 'progress') percents.push(event.percent);
  await expect(job.result()).resolves.toMatchObject({ success: true, message: 'Crawled 7 page(s) of sample.localhost' });
  expect(percents.length).toBeGreaterThan(1);
  expect(platform.jobs).toMatchObject([{ state: 'completed' }]);
  const names: string[] = [];
  const archive = await converter.download({ site: new URL(platform.sampleSite).hostname });
  for await (const { name } of archive.entries()) names.push(name);
  expect(names).toContain('sample.localhost/site.json');
  expect(names).toContain('sample.localhost/pages/index/output/page.md');
  expect(platform.requestLog.map(({ operation }) => operation)).toEqual(['converter.crawl', 'converter.download']);
});
