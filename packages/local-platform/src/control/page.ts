import { readPageFile } from '#inspector-page';

const FOLDER = '/_local/inspector/';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** The page runs its own files only, and nothing may frame it. Data is never markup, which browsers that know trusted types enforce. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/** The file of the page that a request is for; undefined for any other request. */
const fileFor = ({ method, url, headers }: Request): string | undefined => {
  const { pathname } = new URL(url);
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (pathname.startsWith(FOLDER)) return pathname.slice(FOLDER.length);
  return pathname === '/' && (headers.get('accept') ?? '').includes('text/html') ? 'index.html' : undefined;
};

/** Responds with a file of the inspector page; undefined for a request that is for none. The files hold no data, so they need no token. */
export const servePage = async (request: Request): Promise<Response | undefined> => {
  const name = fileFor(request);
  if (name === undefined) return undefined;
  const bytes = await readPageFile(name);
  if (!bytes)
    return new Response('There is no such file.\n', { status: 404, headers: { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' } });
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return new Response(request.method === 'HEAD' ? null : bytes, { headers: { ...HEADERS, 'content-type': type } });
};
