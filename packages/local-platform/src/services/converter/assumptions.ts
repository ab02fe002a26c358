import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Hosts of the converter',
    choice:
      'The converter really fetches pages, from the sample site and the hosts of `converter.allowedHosts`. Both the name and the connected address are checked, at every hop of a redirect. Another host is `success: false` in the stream with the code VALIDATION_ERROR; in a batch only its address fails.',
  },
  {
    topic: 'Browser of the converter',
    choice:
      'There is no browser: scripts of a page do not run. A page with status 404 or another error is converted like any other. Text that is no HTML becomes a block of code; other files are BROWSER_ERROR. Pages nested more than 200 deep or with more than 50,000 elements are BROWSER_ERROR too.',
  },
  { topic: 'Format of the converter’s responses', choice: 'Always the stream; `format` has no effect.' },
  {
    topic: 'End of a full crawl',
    choice:
      '`{success, message}` after the delimiter; `success: false` for a failed crawl. With `converter.crawlEnd: "nothing"` there is no delimiter: the log ends with `Site Metadata: ...`, that of a failed crawl with `Error: ...` and `Crawl discovered no pages.`.',
  },
  {
    topic: 'Crawls',
    choice:
      "A crawl visits each page of the first page's host and port once, nearest first. The first page is at depth 0, the farthest is `depth` links away. The log reports pages that fail, and the crawl leaves them out. If the first page fails, the crawl fails. The tree is `{url, title, children[]}`.",
  },
  { topic: 'Flags of a crawl', choice: 'Images are downloaded, and pages have front matter.' },
  { topic: 'Front matter', choice: '`title`, `url` and `date`, which is when the page was converted.' },
  {
    topic: 'Archives',
    choice:
      'Every converted page of a host, by single conversions and batches too, in its latest version. Images are in `output/images`. `site.json` lists the pages.',
  },
  {
    topic: 'Rate limit of the converter',
    choice: '100 requests in 60 seconds for all callers together. `converter.rateLimit` sets another limit.',
  },
  { topic: 'Errors of the converter', choice: '`method` is `unknown`. Credentials are neither required nor checked.' },
];
