import { fail } from './failure.ts';

const DEEPEST = 200;
const MAX_ELEMENTS = 50_000;

/** Matches everything that precedes the content of a page without a `body` element. */
const LEAD =
  /^(?:\s+|<!--[^]*?-->|<!doctype[^>]*>|<\/?(?:html|head)\b[^>]*>|<(?:meta|link|base)\b[^>]*>|<(title|style|script|noscript|template)\b[^]*?<\/\1\s*>)*/i;
const OUTER = /<!doctype[^<>]*>|<\/?(?:html|head)\b[^<>]*>/gi;

/** Adds a `body` element around the content if the page lacks this element. */
const withBody = (html: string): string => {
  if (/<body[\s>]/i.test(html)) return html;
  const [lead = ''] = LEAD.exec(html) ?? [];
  const [root = '<html>'] = /<html\b[^<>]*>/i.exec(lead) ?? [];
  return `<!doctype html>${root}<head>${lead.replace(OUTER, '')}</head><body>${html.slice(lead.length)}</body></html>`;
};

/** Throws for large and deeply nested pages. Finding their main content takes at least quadratic time, and would block the process. */
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

export const treeOf = async (html: string, address: string): Promise<Document> => {
  // Counting the tags is cheaper than parsing the page.
  if (countTags(html) > 2 * MAX_ELEMENTS) fail('BROWSER_ERROR', `${address} has more than ${MAX_ELEMENTS} elements.`);
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML(withBody(html));
  checkSize(document.documentElement, address);
  return document;
};
