import { readPageFile } from '#inspector-page';

const FOLDER = '/_local/inspector/';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** The page runs only its own files and cannot be framed. Trusted types make the browser reject data as markup. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/** Returns the page file that a request is for, or undefined. */
const fileFor = ({ method, url, headers }: Request): string | undefined => {
  const { pathname } = new URL(url);
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (pathname.startsWith(FOLDER)) return pathname.slice(FOLDER.length);
  return pathname === '/' && (headers.get('accept') ?? '').includes('text/html') ? 'index.html' : undefined;
};

/** Responds with a file of the inspector page, or returns undefined. The files contain no data, so they need no token. */
export const servePage = async (request: Request): Promise<Response | undefined> => {
  const name = fileFor(request);
  if (name === undefined) return undefined;
  const bytes = await readPageFile(name);
  if (!bytes)
    return new Response('There is no such file.\n', { status: 404, headers: { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' } });
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return new Response(request.method === 'HEAD' ? null : bytes, { headers: { ...HEADERS, 'content-type': type } });
};
