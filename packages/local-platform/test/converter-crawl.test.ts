import { serve } from '@platform-sdk/local-platform';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConverterScene, page, serveSite, streamOf } from './converter-scene.ts';
import { platformAtNewYear } from './raw.ts';

const site = 'http://sample.localhost';

describe('converter.crawl', () => {
  it('goes through a site, nearest pages first, each once', async () => {
    const platform = platformAtNewYear();
    const { result } = await streamOf(platform, '/api/crawl', { url: `${site}/`, depth: 10, treeOnly: true });
    const { urls, stats } = result as { urls: string[]; stats: object };
    expect(urls[0]).toBe(`${site}/`);
    expect(urls).toHaveLength(11);
    expect(new Set(urls).size).toBe(11);
    expect(urls.every((url) => new URL(url).host === 'sample.localhost')).toBe(true);
    expect(stats).toEqual({ depth: 10, maxPages: 50 });
    expect(platform.jobs[0]?.fetched.filter((url) => url.includes('example.com'))).toEqual([]);
  });

  it('goes no deeper than it is told', async () => {
    const { result } = await streamOf(platformAtNewYear(), '/api/crawl', {
      url: `${site}/guide/parts/wheels.html`,
      depth: 1,
      treeOnly: true,
    });
    const { urls, tree } = result as { urls: string[]; tree: { url: string; children: { children: unknown[] }[] } };
    expect(urls).not.toContain(`${site}/guide/parts/cards.html`);
    expect(tree.url).toBe(`${site}/guide/parts/wheels.html`);
    expect(tree.children).toHaveLength(urls.length - 1);
    expect(tree.children.every(({ children }) => children.length === 0)).toBe(true);
  });

  it('ends after `maxPages`', async () => {
    const { log, result } = await streamOf(platformAtNewYear(), '/api/crawl', { url: `${site}/`, maxPages: 3, treeOnly: true });
    expect(result).toMatchObject({ urls: { length: 3 }, stats: { depth: 3, maxPages: 3 } });
    expect(log.match(/\[\d+\/\d+\]/g)).toEqual(['[1/1]', '[2/3]', '[3/3]']);
  });

  it('tells of pages that fail, and goes on', async () => {
    const { log, result } = await streamOf(platformAtNewYear(), '/api/crawl', { url: `${site}/`, depth: 1, treeOnly: true });
    expect(log).toContain('⚠️  Skipped http://sample.localhost/lost.html: http://sample.localhost/lost.html answered 404.');
    expect(result).toMatchObject({ success: true });
  });

  it('fails when its first page does', async () => {
    const { converter } = createConverterScene();
    await expect(converter.crawl({ url: `${site}/lost.html` }).result()).rejects.toMatchObject({
      message: expect.stringContaining('answered 404') as string,
    });
  });

  it('ends with a message, or without anything', async () => {
    const body = { url: `${site}/`, depth: 1 };
    await expect(streamOf(platformAtNewYear(), '/api/crawl', body)).resolves.toMatchObject({
      result: { success: true, message: expect.stringMatching(/^Crawled \d+ page\(s\) of sample\.localhost$/) as string },
    });
    const silent = await streamOf(platformAtNewYear({ converter: { crawlEnd: 'nothing' } }), '/api/crawl', body);
    expect(silent.result).toBeUndefined();
    expect(silent.log).toMatch(/✅ \d+ page\(s\) converted/);
  });

  it('stays on the port of its first page', async () => {
    const other = await serveSite((_, response) => response.end(page('Other', '<p>Elsewhere on this machine there are words, too.</p>')));
    const origin = await serveSite((_, response) =>
      response.end(page('First', `<p>A link to <a href="${other}/">another port</a> is not followed.</p>`)),
    );
    const { result } = await streamOf(platformAtNewYear(), '/api/crawl', { url: origin, treeOnly: true });
    expect(result).toMatchObject({ urls: [`${origin}/`] });
  });
});

describe('a job whose client leaves', () => {
  /** A site that has always one more page; the one with that number never answers. */
  const endless = async (silent: number) => {
    const asked: string[] = [];
    let heard: () => void = () => undefined;
    let gone: () => void = () => undefined;
    const stalled = new Promise<void>((resolve) => (heard = resolve));
    const left = new Promise<void>((resolve) => (gone = resolve));
    const origin = await serveSite((request, response) => {
      asked.push(request.url ?? '');
      const number = Number(request.url?.slice(1));
      if (number !== silent)
        return void response.end(page(`Page ${number}`, `<p>One more <a href="/${number + 1}">page</a> follows this one.</p>`));
      response.on('close', gone);
      heard();
    });
    return { origin, asked, stalled, left };
  };

  it('ends, in the process', async () => {
    const { origin, asked, stalled, left } = await endless(3);
    const platform = platformAtNewYear();
    const controller = new AbortController();
    const response = await platform.fetch('https://platform.test/converter/api/crawl', {
      method: 'POST',
      body: JSON.stringify({ url: `${origin}/1`, depth: 100 }),
      signal: controller.signal,
    });
    const text = response.text().catch((error: unknown) => error);
    await stalled;
    expect(platform.jobs).toMatchObject([{ operation: 'crawl', state: 'running', fetched: [`${origin}/1`, `${origin}/2`, `${origin}/3`] }]);
    controller.abort();
    await left;
    await text;
    expect(platform.jobs).toMatchObject([{ state: 'disconnected', endedAt: Date.UTC(2026, 0, 1) }]);
    expect(platform.journal[0]).toMatchObject({ operation: 'converter.crawl', disconnected: true });
    expect(asked).toEqual(['/1', '/2', '/3']);
  });

  it('ends over a real port, and fetches nothing more', async () => {
    const { origin, asked, stalled, left } = await endless(2);
    const platform = platformAtNewYear();
    const server = await serve(platform);
    onTestFinished(() => server.close());
    const controller = new AbortController();
    const work = fetch(`${server.baseUrls.converter}/api/crawl`, {
      method: 'POST',
      body: JSON.stringify({ url: `${origin}/1`, depth: 100 }),
      signal: controller.signal,
    }).then((response) => response.text());
    work.catch(() => undefined);
    await stalled;
    controller.abort();
    await left;
    expect(platform.jobs).toMatchObject([{ state: 'disconnected' }]);
    expect(asked).toEqual(['/1', '/2']);
  });
});
