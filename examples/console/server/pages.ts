import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { Environment } from './environment.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const PLACEHOLDER = '"{{config}}"';

/** Returns the public part of an environment as JSON that is safe in a script element. */
const configOf = ({ options: { apiKey, baseUrls }, hints }: Environment): string => {
  const { auth, organizations, wallets, upload } = { ...baseUrls };
  return JSON.stringify({ apiKey, baseUrls: { auth, organizations, wallets, upload }, hints }).replaceAll('<', String.raw`\u003c`);
};

/** Returns the page's policy. The page may only connect to this server and to the services that it calls itself. */
const policyOf = ({ options: { baseUrls } }: Environment): string => {
  const { auth, organizations, wallets, upload } = { ...baseUrls };
  const origins = [auth, organizations, wallets, upload].flatMap((url) => (url ? [new URL(url).origin] : []));
  return [
    "default-src 'self'",
    `connect-src ${["'self'", ...new Set(origins)].join(' ')}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/** Returns a function that responds with the files of the built page. Every other path is a route of the page. */
export const createPages = (folder: string, environment: Environment): ((path: string) => Promise<Response>) => {
  const headers = {
    'content-security-policy': policyOf(environment),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  const index = async (): Promise<Response> => {
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    // The replacement is a function, because a string would interpret dollar signs.
    return new Response(
      html.replace(PLACEHOLDER, () => configOf(environment)),
      {
        headers: { ...headers, 'content-type': TYPES['.html'] as string, 'cache-control': 'no-store' },
      },
    );
  };
  return async (path) => {
    const type = TYPES[extname(path)];
    if (!path.startsWith('/assets/') || type === undefined) return index();
    try {
      const file = await readFile(join(folder, normalize(path)));
      return new Response(file, { headers: { ...headers, 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' } });
    } catch {
      return new Response('There is no such file.', { status: 404 });
    }
  };
};
