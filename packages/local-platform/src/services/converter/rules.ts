import type * as contract from '@platform-sdk/converter/contract';
import { refuse } from '../../errors/refusal.ts';
import type { Rules } from '../../routing/service.ts';
import { archiveOf } from './archive.ts';
import { convertPage, keep, type Flags } from './conversion.ts';
import { crawl, inLog } from './crawl.ts';
import { wordsOf } from './failure.ts';
import { answerJob } from './jobs.ts';
import { cyan, green, red } from './log.ts';
import type { PageRecord } from './records.ts';
import { rateLimitHeaders } from './rate-limit.ts';

export const rules: Rules<typeof contract> = {
  health: (_, { world, request, toWireNames }) =>
    Response.json(toWireNames({ status: 'ok', time: world.timestamp() }), { headers: rateLimitHeaders(request) }),

  convert({ url, ...input }, call) {
    const flags = flagsOf(input);
    checkAddress('url', url);
    return answerJob(call, 'convert', [url], async function* (work) {
      yield cyan('🚀 Starting browser');
      const page = yield* convertPage(work, url, flags);
      keep(work.world, page);
      yield green(`✅ Converted ${page.url}`);
      const { title, byline, excerpt, markdown } = page;
      return { success: true, url: page.url, markdown, metadata: { title, byline, excerpt }, quality: qualityOf(page) };
    });
  },

  batch({ urls, ...input }, call) {
    const flags = flagsOf(input);
    if (urls.length === 0) refuse(400, 'VALIDATION_ERROR', 'urls is empty');
    for (const [index, url] of urls.entries()) checkAddress(`urls.${index}`, url);
    return answerJob(call, 'batch', urls, async function* (work) {
      const results: object[] = [];
      yield cyan(`🚀 Starting browser for ${urls.length} page(s)`);
      for (const [index, url] of urls.entries()) {
        yield cyan(`🔄 [${index + 1}/${urls.length}] ${new URL(url).href}`);
        try {
          const page = yield* convertPage(work, url, flags);
          keep(work.world, page);
          results.push({ url, success: true, markdown: page.markdown });
        } catch (error) {
          work.signal.throwIfAborted();
          const { error: said } = wordsOf(error);
          yield red(`❌ ${said}`);
          results.push({ url, success: false, error: said });
        }
      }
      yield green('✅ Done');
      return { success: true, results };
    });
  },

  crawl({ url, depth = 3, maxPages = 50, treeOnly = false }, call) {
    checkAddress('url', url);
    const { crawlEnd = 'message' } = call.world.settings.converter;
    const isLogOnly = crawlEnd === 'nothing' && !treeOnly;
    return answerJob(
      call,
      'crawl',
      [url],
      (work) => crawl(work, url, { depth, maxPages, treeOnly, isLogOnly }),
      isLogOnly ? inLog : undefined,
    );
  },

  async download({ site }, { world, request }) {
    const headers = rateLimitHeaders(request);
    const archive = await archiveOf(world, site);
    if (!archive) return Response.json({ error: `No pages of ${site} were crawled.` }, { status: 404, headers });
    for (const [name, value] of Object.entries(headers)) archive.headers.set(name, value);
    return archive;
  },
};

const flagsOf = ({
  downloadImages = true,
  frontMatter = true,
}: {
  downloadImages?: boolean | undefined;
  frontMatter?: boolean | undefined;
}): Flags => ({
  downloadImages,
  frontMatter,
});

const checkAddress = (field: string, address: string): void => {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    refuse(400, 'VALIDATION_ERROR', `${field} must be an http or https address`);
  const { username, password } = new URL(address);
  if (username + password !== '') refuse(400, 'VALIDATION_ERROR', `${field} must not contain a user name or a password`);
};

const qualityOf = ({ words, images, links }: PageRecord): object => ({
  score: Math.min(100, words),
  words,
  images: images.size,
  links: links.length,
});
