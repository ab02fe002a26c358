import { ESCAPE, events, final, lines, NDJSON, PAGES, reading, SUMMARY, TEXT, url, type RecordedResponse } from './recorded-response.ts';

const crawl = reading((converter) => converter.crawl({ url, depth: 2, maxPages: 5 }));
const tree = reading((converter) => converter.crawl({ url, treeOnly: true }));

const DISCOVERY = lines(
  '',
  `  ${ESCAPE}[1mconverter${ESCAPE}[0m — Crawl Mode`,
  '  🌐 Discovering site structure...',
  '  [1] depth:0 /guide',
  '  [2] depth:1 /guide/a',
  '     ❌ Error: net::ERR_ABORTED',
  '  [3] depth:1 /guide/b',
);
const TREE = '/  # Docs\n└── guide  # Guide\n    └── b\n';
const NOTHING = lines(
  '  [1] depth:0 /',
  '     ❌ Error: net::ERR_NAME_NOT_RESOLVED at https://x',
  '',
  '  ✅ Found 0 real pages',
  'Crawl discovered no pages.',
);
const METADATA = `  ${ESCAPE}[36mSite Metadata:${ESCAPE}[0m /jobs/docs.example.com/site.json\n\n`;

/** Recorded responses of crawls, including crawls that only return the tree of links. */
export const crawls: readonly RecordedResponse[] = [
  {
    name: 'tree: as text',
    contentType: TEXT,
    body:
      DISCOVERY + TREE + final({ success: true, tree: TREE, urls: [url, `${url}/b`], stats: { depth: 3, maxPages: 50 }, siteJson: null }),
    read: tree,
  },
  {
    name: 'tree: as nested pages',
    contentType: TEXT,
    body: DISCOVERY + final({ success: true, tree: { url, children: [{ url: `${url}/b`, children: [] }] }, urls: [url] }, 1),
    read: tree,
  },
  {
    name: 'tree: nothing found',
    contentType: TEXT,
    body: NOTHING + final({ success: true, tree: NOTHING, urls: [], stats: {} }),
    read: tree,
  },
  { name: 'crawl: the log ends well', contentType: TEXT, body: DISCOVERY + TREE + PAGES + SUMMARY + METADATA, read: crawl },
  {
    name: 'crawl: the log ends well, and closes',
    contentType: TEXT,
    body: `${DISCOVERY + METADATA}Browser closed\nCleaning up\n`,
    read: crawl,
  },
  {
    name: 'crawl: metadata as an object over several lines',
    contentType: TEXT,
    body: `${DISCOVERY}Site Metadata: {\n  title: 'Docs',\n  error: null,\n  pages: [ 'a', 'b' ]\n}\nBrowser closed\n`,
    read: crawl,
  },
  { name: 'crawl: an end with failures', contentType: TEXT, body: `${DISCOVERY}Crawl completed: 0 pages, 12 failed\n`, read: crawl },
  { name: 'crawl: no pages', contentType: TEXT, body: NOTHING, read: crawl },
  {
    name: 'crawl: a failure in the last line',
    contentType: TEXT,
    body: `${DISCOVERY}❌ Error: net::ERR_INTERNET_DISCONNECTED\n`,
    read: crawl,
  },
  { name: 'crawl: an end in the middle', contentType: TEXT, body: DISCOVERY + TREE + PAGES, read: crawl },
  { name: 'crawl: an end in the summary', contentType: TEXT, body: DISCOVERY + PAGES + SUMMARY, read: crawl },
  { name: 'crawl: a message', contentType: TEXT, body: DISCOVERY + final({ success: true, message: 'Crawled 3 pages' }), read: crawl },
  {
    name: 'crawl: a message in the last line',
    contentType: TEXT,
    body: DISCOVERY + events({ url, success: true }, { success: true, message: 'Crawled 3 pages' }),
    read: crawl,
  },
  {
    name: 'crawl: events in JSON',
    contentType: NDJSON,
    body: events(
      { event: 'start', mode: 'crawl', target: url },
      { event: 'discover', url, index: 1, total: 1 },
      { event: 'job_failed', url, error: 'Fetch failed' },
      { event: 'complete', mode: 'batch', total: 1, success: 1, failed: 0 },
      { event: 'site_metadata', siteDir: '/jobs/docs.example.com', siteJson: '/jobs/docs.example.com/site.json' },
    ),
    read: crawl,
  },
  {
    name: 'crawl: a failure in JSON',
    contentType: NDJSON,
    body: events(
      { event: 'start', mode: 'crawl' },
      { event: 'complete', mode: 'crawl', total: 0, success: 0, error: 'No pages discovered' },
    ),
    read: crawl,
  },
];
