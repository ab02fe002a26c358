import type { Assumption } from '../../routing/service.ts';

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Hosts of the converter',
    choice:
      'The converter fetches real pages from the sample site and from `converter.allowedHosts`. It checks both the name and the resolved address, also after redirects. For another host, the stream ends with `success: false` and the code VALIDATION_ERROR; in a batch, only this URL fails.',
  },
  {
    topic: 'Browser of the converter',
    choice:
      'Scripts do not run, because there is no browser. Error pages, such as a 404, are converted like any page. Text other than HTML becomes a code block; other files are BROWSER_ERROR. Pages nested more than 200 deep or with more than 50,000 elements are BROWSER_ERROR too.',
  },
  { topic: 'Format of the converter’s responses', choice: 'Always a stream; `format` has no effect.' },
  {
    topic: 'End of a full crawl',
    choice:
      '`{success, message}` after the delimiter; `success: false` for a failed crawl. With `converter.crawlEnd: "nothing"` there is no delimiter: the log ends with `Site Metadata: ...`, or with `Error: ...` and `Crawl discovered no pages.` after a failure.',
  },
  {
    topic: 'Crawls',
    choice:
      "A crawl visits each page of the first page's host and port once, nearest first. The first page is at depth 0; the farthest is `depth` links away. Pages that fail are logged and left out. If the first page fails, the crawl fails. The tree is `{url, title, children[]}`.",
  },
  { topic: 'Flags of a crawl', choice: 'Crawls always download images and add front matter.' },
  { topic: 'Front matter', choice: '`title`, `url` and `date`, the time of the conversion.' },
  {
    topic: 'Archives',
    choice:
      'The latest version of every converted page of a host, including single conversions and batches. Images are in `output/images`. `site.json` lists the pages.',
  },
  {
    topic: 'Rate limit of the converter',
    choice: '100 requests in 60 seconds for all callers together. `converter.rateLimit` sets another limit.',
  },
  { topic: 'Errors of the converter', choice: '`method` is `unknown`. Credentials are neither required nor checked.' },
];
