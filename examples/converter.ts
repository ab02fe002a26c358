import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlatform } from '@platform-sdk/core';
import { createConverterClient } from '@platform-sdk/converter';
import type { Environment } from './environment.ts';
import { progressBar, say } from './printing.ts';
import { skip } from './skip.ts';

export const title = 'Crawl a site, download it as Markdown and unpack it';

/** Prints the state of the service, because all other operations convert something. */
export const read = async ({ options }: Environment): Promise<void> => {
  const { status, time } = await createConverterClient(createPlatform(options)).health();
  say(`converter: ${status}, at ${time}`);
};

export const run = async ({ options, site: url }: Environment): Promise<void> => {
  if (!url) return skip('it needs a site to crawl: set PLATFORM_SITE');
  const converter = createConverterClient(createPlatform(options));
  const { status, time } = await converter.health();
  say(`converter: ${status}, at ${time}`);

  const crawl = converter.crawl({ url, depth: 3, maxPages: 20 });
  const bar = progressBar();
  for await (const event of crawl) {
    if (event.type === 'progress') bar.show(event.percent, event.text);
    else if (event.type === 'log') bar.line(event.text);
  }
  bar.end();
  say(`crawl: ${(await crawl.result()).message}`);

  const { results } = await converter.batch({ urls: [url, 'https://nobody.invalid/'] }).result();
  // A server may omit the reason why a page failed.
  for (const { url: page, success, error = 'no reason given' } of results)
    say(`batch: ${page} ${success ? 'converted' : `failed: ${error}`}`);

  const folder = await mkdtemp(join(tmpdir(), 'platform-sdk-'));
  try {
    const archive = await converter.download({ site: new URL(url).hostname });
    for await (const { name, size } of archive.entries()) say(`archive: ${name}, ${size} bytes`);
    const { files, bytes } = await archive.extractTo(folder);
    say(`unpacked: ${files.length} files, ${bytes} bytes`);
    const page = files.find((name) => name.endsWith('.md'));
    if (page) say(`first page: ${(await readFile(join(folder, page), 'utf8')).split('\n').find((line) => line.startsWith('#'))}`);
  } finally {
    await rm(folder, { recursive: true });
  }
};
