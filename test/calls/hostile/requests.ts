import { docxOf, pdfOf } from './documents.ts';

export const MIB = 1024 * 1024;

/** The credentials that a request carries. */
export type Caller = 'nobody' | 'application' | 'user' | 'gateway' | 'memory' | 'upload';

/** A request that tries to stop the local platform, or to corrupt its state. */
export interface HostileRequest {
  readonly title: string;
  readonly as: Caller;
  /** Method and path. `{site}` is the URL of the attacker's site, `{wallet}` is the address of the user's wallet. */
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body. A number sends this many spaces, without `Content-Length` if `isChunked`. */
  readonly body?: () => string | Buffer | number | Promise<string | Buffer>;
  readonly isChunked?: true;
  /** The file name under which the body is uploaded. */
  readonly file?: string;
  /** The statuses that the platform can return. */
  readonly statuses: readonly number[];
  /** A string that the response must contain. */
  readonly contains?: string;
  /** True if the request takes more than a third of a second. */
  readonly isSlow?: true;
}

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const members = (count: number): string => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',');
const chat = (content: string, more = ''): string => `{"model":"auto","messages":[{"role":"user","content":"${content}"}]${more}}`;
const facts = (name: 'text' | 'raw', value: string): string => JSON.stringify({ [name]: value });

const LOGIN = 'POST /auth/v1/oauth/token';
const ORGANIZATIONS = 'POST /control/v1/organizations';
const CHAT = 'POST /gateway/v1/chat/completions';
const DEBIT = 'POST /control/v1/wallets/{wallet}/debits';
const FACTS = 'POST /memory/v1/users/me/profile/extract';
const SEARCH = 'POST /search/v1/search';
const CONVERT = 'POST /converter/api/convert';
const UPLOAD = 'POST /upload/v1/upload';

const bodies: readonly HostileRequest[] = [
  { title: '256 MiB of JSON without credentials', as: 'nobody', line: ORGANIZATIONS, body: () => 256 * MIB, statuses: [401] },
  { title: '256 MiB of JSON with credentials', as: 'user', line: ORGANIZATIONS, body: () => 256 * MIB, statuses: [413] },
  { title: '48 MiB without a Content-Length', as: 'application', line: LOGIN, body: () => 48 * MIB, isChunked: true, statuses: [413] },
  { title: 'a login of 1 MiB', as: 'application', line: LOGIN, body: () => MIB + 1, statuses: [413] },
  { title: 'a chat of 33 MiB', as: 'gateway', line: CHAT, body: () => 33 * MIB, statuses: [413] },
  { title: 'a chat of 33 MiB without a key', as: 'nobody', line: CHAT, body: () => 33 * MIB, isChunked: true, statuses: [401] },
  {
    title: 'a chat of 31 MiB of text',
    as: 'gateway',
    line: CHAT,
    body: () => chat('word '.repeat(6 * MIB)),
    statuses: [200, 402],
    isSlow: true,
  },
  { title: 'a chat of 31 MiB of brackets', as: 'gateway', line: CHAT, body: () => '['.repeat(31 * MIB), statuses: [400], isSlow: true },
  {
    title: 'a chat of 31 MiB of numbers',
    as: 'gateway',
    line: CHAT,
    body: () => `[${'1,'.repeat(15 * MIB)}1]`,
    statuses: [400],
    isSlow: true,
  },
  {
    title: 'a chat of 31 MiB of escapes',
    as: 'gateway',
    line: CHAT,
    body: () => chat('\\"'.repeat(15 * MIB)),
    statuses: [200, 402],
    isSlow: true,
  },
  {
    title: 'a debit with metadata nested 20,000 deep',
    as: 'user',
    line: DEBIT,
    body: () => `{"debit":{"amount":1,"metadata":${nested(20_000)}}}`,
    statuses: [400],
  },
  {
    title: 'a debit with 20,000 metadata that break the contract',
    as: 'user',
    line: DEBIT,
    body: () => `{"debit":{"amount":"x","metadata":{${members(20_000)}}}}`,
    statuses: [422],
  },
  {
    title: 'a debit with a __proto__',
    as: 'user',
    line: DEBIT,
    body: () => '{"debit":{"amount":"1","__proto__":{"amount":1},"constructor":{"prototype":{}}}}',
    statuses: [400, 422],
  },
  {
    title: 'attributes nested 20,000 deep',
    as: 'memory',
    line: 'POST /memory/v1/users',
    body: () => `{"id":"ada00000-0000-4000-8000-000000000001","email":"x@example.com","custom_attributes":${nested(20_000)}}`,
    statuses: [400],
  },
  { title: '24,000 unknown members', as: 'user', line: ORGANIZATIONS, body: () => `{${members(24_000)}}`, statuses: [400, 422] },
  {
    title: 'settings of 500,000 brackets',
    as: 'user',
    line: 'PATCH /control/v1/user_settings',
    body: () => '['.repeat(500_000),
    statuses: [400],
  },
];

const texts: readonly HostileRequest[] = [
  { title: 'a:b and 60,000 spaces', as: 'memory', line: FACTS, body: () => facts('raw', `a:b${' '.repeat(60_000)}x`), statuses: [200] },
  { title: 'a:b and 1 MB of spaces', as: 'memory', line: FACTS, body: () => facts('raw', `a:b${' '.repeat(1_000_000)}x`), statuses: [200] },
  { title: '1 MB of braces for a model', as: 'memory', line: FACTS, body: () => facts('raw', '{'.repeat(1_000_000)), statuses: [200] },
  {
    title: '0.5 MB of quotes for a model',
    as: 'memory',
    line: FACTS,
    body: () => facts('raw', `{${'"\''.repeat(250_000)}`),
    statuses: [200],
  },
  { title: '1 MB of card numbers', as: 'memory', line: FACTS, body: () => facts('raw', `a: ${'4 '.repeat(500_000)}`), statuses: [200] },
  {
    title: 'a name of 80 kB for 10,000 facts',
    as: 'memory',
    line: FACTS,
    body: () => `{"data":{"${'aB '.repeat(27_000)}":{${members(10_000)}}}}`,
    statuses: [200],
  },
  { title: '1 MB that looks like an e-mail', as: 'memory', line: FACTS, body: () => facts('text', '0+'.repeat(500_000)), statuses: [200] },
  { title: '1 MB of code fences', as: 'memory', line: FACTS, body: () => facts('raw', '```a\n'.repeat(150_000)), statuses: [200] },
  {
    title: '1 MB of a search in the memory',
    as: 'memory',
    line: 'POST /memory/v1/memory/search',
    body: () => JSON.stringify({ query: 'word '.repeat(200_000) }),
    statuses: [200, 400],
  },
  {
    title: '150,000 words for the search',
    as: 'nobody',
    line: SEARCH,
    body: () => JSON.stringify({ flow: 'search_only', query: Array.from({ length: 150_000 }, (_, index) => index.toString(36)).join(' ') }),
    statuses: [200],
    isSlow: true,
  },
];

const pages: readonly HostileRequest[] = [
  {
    title: 'the address of a cloud’s metadata',
    as: 'nobody',
    line: CONVERT,
    body: () => JSON.stringify({ url: 'http://169.254.169.254/latest/' }),
    statuses: [200],
    contains: 'VALIDATION_ERROR',
  },
  {
    title: 'this machine by another name',
    as: 'nobody',
    line: CONVERT,
    body: () => JSON.stringify({ url: 'http://[::ffff:127.0.0.1]:{port}/' }),
    statuses: [200],
    contains: 'VALIDATION_ERROR',
  },
  {
    title: '20,000 pages in one search',
    as: 'nobody',
    line: SEARCH,
    body: () => JSON.stringify({ flow: 'scrap_only', query: '', params: { urls: Array(20_000).fill('http://sample.localhost/') } }),
    statuses: [422],
  },
  {
    title: 'a page nested 90,000 deep',
    as: 'nobody',
    line: CONVERT,
    body: () => '{"url":"{site}/deep"}',
    statuses: [200],
    contains: '"success":false',
    isSlow: true,
  },
  {
    title: 'a page of 1,000,000 elements',
    as: 'nobody',
    line: CONVERT,
    body: () => '{"url":"{site}/wide"}',
    statuses: [200],
    contains: 'BROWSER_ERROR',
  },
  {
    title: 'a page of 64 MB in 64 kB',
    as: 'nobody',
    line: CONVERT,
    body: () => '{"url":"{site}/packed"}',
    statuses: [200],
    contains: 'BROWSER_ERROR',
  },
  {
    title: 'a page that redirects to itself',
    as: 'nobody',
    line: CONVERT,
    body: () => '{"url":"{site}/loop"}',
    statuses: [200],
    contains: 'BROWSER_ERROR',
  },
];

const files: readonly HostileRequest[] = [
  {
    title: 'a PDF of 0.3 kB with 50,000 states',
    as: 'upload',
    line: UPLOAD,
    file: 'a.pdf',
    body: () => pdfOf('q '.repeat(50_000)),
    statuses: [422],
    isSlow: true,
  },
  {
    title: 'a PDF of 1.2 kB that is 200 MB',
    as: 'upload',
    line: UPLOAD,
    file: 'a.pdf',
    body: () => pdfOf('q Q '.repeat(50_000_000)),
    statuses: [422],
    isSlow: true,
  },
  {
    title: 'a DOCX of 24 kB with 240,000 paragraphs',
    as: 'upload',
    line: UPLOAD,
    file: 'a.docx',
    body: () => docxOf('<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(240_000)),
    statuses: [422],
    isSlow: true,
  },
  {
    title: 'a DOCX that is 20 MiB of spaces',
    as: 'upload',
    line: UPLOAD,
    file: 'a.docx',
    body: () => docxOf(' '.repeat(20 * MIB)),
    statuses: [422],
    isSlow: true,
  },
  {
    title: 'JSON of 5,000,000 lists',
    as: 'upload',
    line: UPLOAD,
    file: 'a.json',
    body: () => `[${'[],'.repeat(5_000_000)}1]`,
    statuses: [422],
    isSlow: true,
  },
  {
    title: 'a CSV of 10 MB of quotes',
    as: 'upload',
    line: UPLOAD,
    file: 'a.csv',
    body: () => '"'.repeat(10_000_001),
    statuses: [422],
    isSlow: true,
  },
  {
    title: 'a form of 90 MiB of line ends',
    as: 'upload',
    line: UPLOAD,
    file: 'a.txt',
    body: () => Buffer.alloc(90 * MIB, '\r'),
    statuses: [422],
    isSlow: true,
  },
  {
    title: 'an upload of 101 MiB',
    as: 'upload',
    line: UPLOAD,
    file: 'a.txt',
    body: () => Buffer.alloc(101 * MIB),
    statuses: [413],
    isSlow: true,
  },
];

const others: readonly HostileRequest[] = [
  {
    title: 'a page of another origin',
    as: 'user',
    line: 'GET /control/v1/organizations',
    headers: { origin: 'https://evil.example' },
    statuses: [403],
  },
  {
    title: 'the Host header of another site',
    as: 'user',
    line: 'GET /control/v1/organizations',
    headers: { host: 'evil.example' },
    statuses: [403],
  },
  { title: 'a path of 7,000 parts', as: 'user', line: `GET /control/v1${'/a'.repeat(7000)}`, statuses: [404] },
  { title: 'a query of 3,000 names', as: 'user', line: `GET /control/v1/organizations?${'a&'.repeat(3000)}`, statuses: [200, 400, 422] },
];

export const hostileRequests: readonly HostileRequest[] = [...bodies, ...texts, ...pages, ...files, ...others];
