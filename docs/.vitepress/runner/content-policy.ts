/** The content security policy of the pages: it allows the scripts of the site, and VitePress's inline scripts by their hashes. */
import { createHash } from 'node:crypto';

const INLINE = /<script(?![^>]*\ssrc=)(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/g;

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Adds the policy to the head of a page. */
export const withContentPolicy = (html: string): string => {
  const hashes = [...html.matchAll(INLINE)].map(([, script = '']) => hashOf(script));
  const policy = [
    "default-src 'self'",
    `script-src ${["'self'", ...new Set(hashes)].join(' ')}`,
    // VitePress sets styles in attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
};
