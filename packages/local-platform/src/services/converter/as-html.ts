import { fail } from './failure.ts';
import { decodePage } from './text.ts';

export interface FetchedFile {
  readonly href: string;
  /** The media type, without parameters. */
  readonly type: string;
  /** The charset of the `content-type` header. */
  readonly charset: string | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Converts a file to HTML. Other text, JSON and XML become a code block. Throws for other media types. */
export const asHtml = ({ href, type, charset, bytes }: FetchedFile): string => {
  const text = decodePage(bytes, charset);
  if (type === '' || type === 'text/html' || type === 'application/xhtml+xml') return text;
  if (/^text\/|\bjson$|\bxml$/.test(type)) {
    const { pathname, hostname } = new URL(href);
    const name = pathname.slice(pathname.lastIndexOf('/') + 1) || hostname;
    return `<html><head><title>${escaped(name)}</title></head><body><article><pre><code>${escaped(text)}</code></pre></article></body></html>`;
  }
  return fail('BROWSER_ERROR', `${href} is ${type}, not a page.`);
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
