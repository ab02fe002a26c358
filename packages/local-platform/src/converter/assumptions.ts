import type { Assumption } from '../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Hosts of the converter',
    choice:
      'It really fetches pages, from the sample site and the hosts of `converter.allowedHosts`, which are checked at every hop of a redirect, by name and by the address that is connected to. Another host is `success: false` in the stream (in a batch, of its address) with the code VALIDATION_ERROR.',
  },
  {
    topic: 'Browser of the converter',
    choice:
      'There is none: scripts of a page do not run. A page that answers 404, or another error, is converted as it is. Texts that are no HTML become a block of code; other files are BROWSER_ERROR, and so are pages that are nested more than 200 deep or have more than 50,000 elements.',
  },
  { topic: 'Form of the converter’s answers', choice: 'Always the stream, whatever `format` says.' },
  {
    topic: 'End of a full crawl',
    choice:
      'The log ends with `Site Metadata: ...`, and nothing follows; with `converter.crawlEnd: "message"`, `{success, message}` follows after the delimiter. A crawl that failed ends its log with `Error: ...` and `Crawl discovered no pages.`, or with `success: false`.',
  },
  {
    topic: 'Crawls',
    choice:
      'Pages of the host (and port) of the first, nearest first, each once; the first is at depth 0, and `depth` links away is the farthest. The log reports pages that fail, and the crawl leaves them out; if the first fails, the crawl has failed. The tree is `{url, title, children[]}`.',
  },
  { topic: 'Flags of a crawl', choice: 'Images are downloaded, and pages have front matter.' },
  { topic: 'Front matter', choice: '`title`, `url` and `date`, which is when the page was converted.' },
  {
    topic: 'Archives',
    choice:
      'Whatever was converted of a host, by single conversions and batches too; the latest of each page. Images are beside their page, in `output/images`. `site.json` lists the pages.',
  },
  {
    topic: 'Rate limit of the converter',
    choice: '100 requests in 60 seconds, of all callers together; `converter.rateLimit` is another.',
  },
  { topic: 'Errors of the converter', choice: '`method` is `unknown`. Credentials are neither required nor checked.' },
];
