import { fail } from './failure.ts';

const DEEPEST = 200;
const MAX_ELEMENTS = 50_000;

/** What comes before the content of a page that has no body. */
const LEAD =
  /^(?:\s+|<!--[^]*?-->|<!doctype[^>]*>|<\/?(?:html|head)\b[^>]*>|<(?:meta|link|base)\b[^>]*>|<(title|style|script|noscript|template)\b[^]*?<\/\1\s*>)*/i;
const OUTER = /<!doctype[^<>]*>|<\/?(?:html|head)\b[^<>]*>/gi;

/** A page with a body, without which there would be no place for content. */
const withBody = (html: string): string => {
  if (/<body[\s>]/i.test(html)) return html;
  const [lead = ''] = LEAD.exec(html) ?? [];
  const [root = '<html>'] = /<html\b[^<>]*>/i.exec(lead) ?? [];
  return `<!doctype html>${root}<head>${lead.replace(OUTER, '')}</head><body>${html.slice(lead.length)}</body></html>`;
};

/** Refuses what would take more than a moment: what finds the main content takes the square of the depth, and more. */
const checkSize = (root: Element, address: string): void => {
  let depth = 0;
  let count = 0;
  for (let element: Element | null = root; element;) {
    if (++count > MAX_ELEMENTS) fail('BROWSER_ERROR', `${address} has more than ${MAX_ELEMENTS} elements.`);
    if (depth > DEEPEST) fail('BROWSER_ERROR', `${address} is nested more than ${DEEPEST} deep.`);
    let next: Element | null = element.firstElementChild;
    if (next) depth++;
    while (!next && element && element !== root) {
      next = element.nextElementSibling;
      if (next) break;
      element = element.parentElement;
      depth--;
    }
    element = next;
  }
};

const countTags = (html: string): number => {
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) count++;
  return count;
};

/** Reads a page as a tree. */
export const treeOf = async (html: string, address: string): Promise<Document> => {
  // To parse so many costs more than to count them.
  if (countTags(html) > 2 * MAX_ELEMENTS) fail('BROWSER_ERROR', `${address} has more than ${MAX_ELEMENTS} elements.`);
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML(withBody(html));
  checkSize(document.documentElement, address);
  return document;
};
